import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { Table, tables } from "#app/components/mark.tsx";
import { privatePage } from "#app/lib/page-meta.ts";

export const meta = () => privatePage("Dashboard");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userName } = await requireUser(request, context);
  return json({ userName });
}

export default function Dashboard() {
  const { userName } = useLoaderData<typeof loader>();
  return (
    <div className="page-width grid justify-items-center gap-5 py-[clamp(3rem,12vh,9rem)] text-center">
      <Table seats={tables.pending} className="size-32 text-line-strong" />
      <h1 className="display text-1">Dashboard</h1>
      <p className="text-lead text-ink-2">Your place is kept, {userName}.</p>
    </div>
  );
}
