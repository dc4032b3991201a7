/** A worker that makes up one large night, and seats it when it is asked again. */
import type { MatchInput } from "#app/matching/match-input.ts";
import { match } from "#app/matching/solve.ts";
import { clubNight } from "./match-input.ts";

let kept: MatchInput | undefined;

export default {
  async fetch(request: Request): Promise<Response> {
    const asked = new URL(request.url).searchParams;
    const count = Number(asked.get("count"));
    if (kept?.diners.length === count) return Response.json({ hash: match(kept).hash });
    kept = { ...clubNight(count, 1), proposals: Number(asked.get("proposals")) || undefined };
    return Response.json({});
  },
};
