import { chmodSync, existsSync, statSync } from "node:fs";
import { lockClubOrFindAddress } from "#app/cli/club-lock.ts";
import { connectRpc } from "#app/cli/rpc.ts";
import { toFileError } from "#app/operations/files.ts";
import { notFoundError } from "#app/operations/operation.ts";
import type { ClubConnection } from "./club-connections.ts";

export interface OpenClubOptions {
  remote?: boolean;
  persistTo: string;
  createsClub: boolean;
}

/** Longer than any command takes, so that commands started together all finish. */
const lockTimeoutMs = 120_000;

/** Connects to the deployed club, to the running local club, or opens the local club itself. */
export async function openClub({ remote, persistTo, createsClub }: OpenClubOptions): Promise<ClubConnection> {
  if (remote) return (await import("./club-connections.ts")).openRemoteClub();
  if (!createsClub && !existsSync(persistTo))
    throw notFoundError(
      `There is no club in ${persistTo}: create one with npm start, or name another folder with --persist-to.`,
    );
  const found = await lockClubOrFindAddress(persistTo, lockTimeoutMs).catch((error) => {
    throw toFileError(error, persistTo, "opened");
  });
  // The folder is as private as the real club, even if it existed before.
  if (createsClub && statSync(persistTo).uid === process.getuid?.()) chmodSync(persistTo, 0o700);
  if ("release" in found) return (await import("./club-connections.ts")).openLocalClub(persistTo, found);
  return { env: { ...found.vars, ...connectRpc(found) } as unknown as Env, close: async () => {} };
}
