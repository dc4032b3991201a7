import { notFound } from "#app/http/responses.ts";

/** Every path nothing else answers for. */
export function loader() {
  throw notFound();
}

export const action = loader;

export default function NoPage() {
  return null;
}
