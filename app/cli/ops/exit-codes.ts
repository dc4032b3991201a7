import type { ErrorKind, PlannedChange } from "#app/operations/operation.ts";

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  interrupted: 130,
} as const satisfies Record<ErrorKind | "done" | "interrupted", number>;

/** What to say if the command is interrupted now. */
let state = "";

export function noteCommand({ changesData }: { changesData?: boolean }): void {
  state = changesData ? " Nothing was changed." : "";
}

export function noteChange({ isFinishedByCron, isRepeatable }: PlannedChange): void {
  if (isFinishedByCron) state = " What was begun is finished by the cron.";
  else state = isRepeatable ? " Some of it may be done: run the command again for the rest." : "";
}

export const describeInterruption = () => `Interrupted.${state}`;
