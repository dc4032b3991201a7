import { type Ownership, ownOrFind } from "./club-lock.ts";
import { giveUp } from "./prepare.mjs";

/** For whoever serves the club: waits until an operator's command has ended, and gives up where another serves it. */
export async function ownClub(folder: string): Promise<Ownership> {
  try {
    const found = await ownOrFind(folder, 60_000);
    if ("end" in found) return found;
  } catch (error) {
    giveUp(`Öten could not start: ${error instanceof Error ? error.message : error}`);
  }
  return giveUp(
    `The club in ${folder} is open already: stop what serves it, or name another with --persist-to.`,
  );
}
