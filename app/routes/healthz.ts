import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isDatabaseReachable } from "#app/db/client.server.ts";
import { version } from "../../package.json";

export async function loader({ context: { db } }: LoaderFunctionArgs) {
  const isHealthy = await isDatabaseReachable(db);
  return Response.json(
    { status: isHealthy ? "ok" : "database unreachable", version },
    { status: isHealthy ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
