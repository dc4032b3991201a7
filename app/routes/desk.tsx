import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import pageScript from "#app/browser/desk-page.ts?worker&url";
import { ErrorPage } from "#app/components/error-page.tsx";
import type { RouteHandle } from "#app/components/page.tsx";
import { PageScript, privatePage } from "#app/components/page.tsx";
import { SiteLayout } from "#app/components/site-layout.tsx";
import { DeskLayout, type DeskView } from "#app/desk/desk-layout.tsx";
import { requireOperator } from "#app/desk/operator.server.ts";

export const handle: RouteHandle = { styles: "desk" };

export const meta = () => privatePage("Desk");

export async function loader({ request, context }: LoaderFunctionArgs): Promise<DeskView> {
  const { name, role } = await requireOperator(request, context);
  return { operator: name, role, path: new URL(request.url).pathname };
}

export default function Desk() {
  return (
    <DeskLayout view={useLoaderData<typeof loader>()}>
      <Outlet />
      <PageScript src={pageScript} />
    </DeskLayout>
  );
}

export function ErrorBoundary() {
  return (
    <SiteLayout>
      <ErrorPage />
    </SiteLayout>
  );
}
