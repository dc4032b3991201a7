import { afterAll, beforeAll, expect } from "vitest";
import { mapStacks } from "#app/cli/map-stacks.ts";
import { borrowWorker, returnWorker } from "./shared-workers.ts";
import { type Club, type ClubOptions, startClub } from "./start-club.ts";

export type { Club } from "./start-club.ts";

/** Lends a club to one test file. */
export function openClub(options: ClubOptions = {}): Club {
  const club = {} as Club;
  beforeAll(async () => {
    Object.assign(club, await borrowClub(options));
  });
  afterAll(() => club.worker && returnClub(club));
  return club;
}

/** As if it had just started: with an empty, migrated database. */
export const borrowClub = (options: ClubOptions = {}): Promise<Club> =>
  borrowWorker(JSON.stringify(options), () => startClub(options));

export async function returnClub(club: Club): Promise<void> {
  const errors = await club.takeLoggedErrors();
  await returnWorker(club.worker);
  expect(errors.map(mapStacks), "the Worker logged errors").toEqual([]);
}
