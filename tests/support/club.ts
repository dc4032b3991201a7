import { afterAll, beforeAll, expect } from "vitest";
import { mapStacks } from "#app/cli/map-stacks.ts";
import { type Club, type ClubOptions, startClub } from "./start-club.ts";

export type { Club } from "./start-club.ts";

/** Starts a club for one test file. */
export function openClub(options: ClubOptions = {}): Club {
  const club = {} as Club;

  beforeAll(async () => {
    Object.assign(club, await startClub(options));
  });

  afterAll(async () => {
    if (!club.worker) return;
    await club.worker.dispose();
    expect(club.takeLoggedErrors().map(mapStacks), "the Worker logged errors").toEqual([]);
  });

  return club;
}
