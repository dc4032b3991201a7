import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { notFound } from "#app/http/responses.ts";

/** Matches every path without a route, and shows a page if a route without a page has failed. */
export function loader({ context }: LoaderFunctionArgs) {
  throw context.failure?.path ? new Response(null, { status: 500 }) : notFound();
}

export const action = loader;

export default function NotFound() {
  return null;
}
