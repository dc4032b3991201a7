import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { notFound } from "#app/http/responses.ts";

/** Matches every path without a route of its own, and shows a page where a route without one has failed. */
export function loader({ context }: LoaderFunctionArgs) {
  throw context.failure?.path ? new Response(null, { status: 500 }) : notFound();
}

export const action = loader;

export default function NotFound() {
  return null;
}
