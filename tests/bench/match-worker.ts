/** A worker that makes up one large night, and seats it when it is asked again. */
import type { Night } from "#app/matching/night.ts";
import { match } from "#app/matching/solve.ts";
import { clubNight } from "./match-night.ts";

let night: Night | undefined;

export default {
  async fetch(request: Request): Promise<Response> {
    if (night) return Response.json({ hash: match(night).hash });
    night = clubNight(Number(new URL(request.url).searchParams.get("count")), 1);
    return Response.json({});
  },
};
