import { notFound } from "#app/http/responses.ts";

/** Matches every path without a route of its own. */
export function loader() {
  throw notFound();
}

export const action = loader;

export default function NotFound() {
  return null;
}
