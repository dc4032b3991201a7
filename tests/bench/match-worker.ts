import type { MatchInput } from "#app/matching/match-input.ts";
import { match } from "#app/matching/solve.ts";
import { makeMatchInput } from "./match-input.ts";
import { makeTermsClub } from "./terms-club.ts";

let input: MatchInput | undefined;

/** The first request makes a match input and the second one seats it, so that its CPU time can be measured alone. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const count = Number(searchParams.get("count"));
    if (input?.diners.length === count) return Response.json({ hash: match(input).hash });
    const proposals = Number(searchParams.get("proposals")) || undefined;
    const make = searchParams.has("terms") ? makeTermsClub : makeMatchInput;
    input = { ...make(count, 1), proposals };
    return Response.json({});
  },
};
