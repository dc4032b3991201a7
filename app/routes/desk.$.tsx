import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireOperator } from "#app/desk/operator.server.ts";
import { notFound } from "#app/http/responses.ts";

/** An address of the desk that leads nowhere; the page around it says so. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(request, context);
  throw notFound();
}

export default function DeskNotFound() {
  return null;
}
