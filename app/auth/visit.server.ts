import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Visit } from "#app/models/security/security-notes.server.ts";
import { nameBrowser } from "./browser-name.ts";

/** Where a change came from, for the history of the account. */
export const readVisit = (
  request: Request,
  { now, place }: Pick<AppLoadContext, "now" | "place">,
): Visit => ({
  now,
  from: [nameBrowser(request.headers.get("User-Agent")), place].filter(Boolean).join(", "),
});
