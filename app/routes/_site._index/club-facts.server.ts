import type { AppLoadContext } from "@remix-run/cloudflare";
import { loadBatched } from "#app/db/batched-read.ts";
import { showsFigures } from "#app/http/figures-page.ts";
import { areDepositsOffered } from "#app/lib/booking/deposits-offered.ts";
import { logError } from "#app/log.ts";
import { readCityTerms } from "#app/models/city/cities.server.ts";
import { readPublicFigures } from "#app/models/figures/public-figures.server.ts";
import { listCityNames, listDeposits, maxListedCities } from "./city-terms.ts";

export interface ClubFacts {
  where: string | null;
  hasDeposits: boolean;
  deposit: string | null;
  figures: { dinners: number; diners: number; againPercent: number | null } | null;
}

/** Without an answer from the database, the page says less but is there. */
export async function loadClubFacts(context: AppLoadContext): Promise<ClubFacts> {
  const { db, env } = context;
  const hasDeposits = areDepositsOffered(env);
  try {
    const [cities, figures] = await Promise.all([
      loadBatched(context, readCityTerms(db, maxListedCities + 1)),
      showsFigures(env) ? loadBatched(context, readPublicFigures(db)) : null,
    ]);
    return {
      where: listCityNames(cities),
      hasDeposits,
      deposit: listDeposits(cities),
      figures: figures && {
        dinners: figures.dinners,
        diners: figures.diners,
        againPercent: figures.again?.percent ?? null,
      },
    };
  } catch (error) {
    logError("the landing page has no facts", error, { requestId: context.requestId });
    return { where: null, hasDeposits, deposit: null, figures: null };
  }
}
