import type { PlannedChange } from "./command.ts";

/** What is true if the command is interrupted now. */
let state = "";

export function noteCommand({ changesData }: { changesData?: boolean }): void {
  state = changesData ? " Nothing was changed." : "";
}

export function noteChange({ isFinishedByCron }: PlannedChange): void {
  state = isFinishedByCron ? " What was begun is finished by the cron." : "";
}

export const describeInterruption = () => `Interrupted.${state}`;
