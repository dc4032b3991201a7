/** A worker that seats one large night and answers its hash. */
import { match } from "#app/matching/solve.ts";
import { clubNight } from "./match-night.ts";

export default {
  async fetch(request: Request): Promise<Response> {
    const count = Number(new URL(request.url).searchParams.get("count"));
    const { hash, report } = match(clubNight(count, 1));
    return Response.json({ hash, report });
  },
};
