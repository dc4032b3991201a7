import { existsSync } from "node:fs";
import { ownOrFind } from "#app/cli/club-lock.ts";
import { throughDoor } from "#app/cli/rpc-client.ts";
import { notFound } from "./exit-codes.ts";
import { fileFault } from "./files.ts";
import type { Reached } from "./reached.ts";

interface Where {
  remote?: boolean;
  persistTo: string;
  makesClub: boolean;
}

/** Longer than any command takes, that two of them at once both get done. */
const patience = 120_000;

/** The deployed club; or the local one, through whoever serves it, or opened for as long as this takes. */
export async function reachClub({ remote, persistTo, makesClub }: Where): Promise<Reached> {
  if (remote) return (await import("./remote-club.ts")).openRemoteClub();
  if (!makesClub && !existsSync(persistTo))
    throw notFound(`There is no club in ${persistTo}: npm start makes one, and --persist-to names another.`);
  const found = await ownOrFind(persistTo, patience).catch((error) => {
    throw fileFault(error, persistTo, "opened");
  });
  if ("end" in found) return (await import("./local-club.ts")).openLocalClub(persistTo, found);
  return { env: { ...found.vars, ...throughDoor(found) } as unknown as Env, close: async () => {} };
}
