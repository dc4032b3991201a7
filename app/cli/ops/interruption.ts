import type { PlannedChange } from "#app/operations/operation.ts";

/** What is true if the command is interrupted now. */
let state = "";

export function noteCommand({ changesData }: { changesData?: boolean }): void {
  state = changesData ? " Nothing was changed." : "";
}

export function noteChange({ isFinishedByCron, isRepeatable }: PlannedChange): void {
  if (isFinishedByCron) state = " What was begun is finished by the cron.";
  else state = isRepeatable ? " Some of it may be done: run the command again for the rest." : "";
}

export const describeInterruption = () => `Interrupted.${state}`;
