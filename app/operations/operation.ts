import type * as z from "zod";
import type { CommandContext } from "./operation-context.ts";

export interface CommandResult {
  /** Printed without --json. */
  message: string;
  /** Printed with --json. */
  data: unknown;
  hasFailed?: boolean;
}

/** A change that was checked and not made yet: --dry-run prints its summary, everything else applies it. */
export interface PlannedChange {
  /** Completes "This would …". */
  summary: string;
  /** Each value that would change, for --dry-run and the confirmation. */
  details?: string;
  detailsData?: object;
  needsConfirmation?: boolean;
  /** Where the operator is asked only because it may be a mistake. */
  canBeUndone?: boolean;
  /** Where it takes several steps, and the cron takes those that are left. */
  isFinishedByCron?: boolean;
  /** Where it takes several steps, and the same command takes those that are left. */
  isRepeatable?: boolean;
  apply(): Promise<CommandResult>;
}

export interface Command<Input = unknown> {
  /** As commander reads it, without the group's name: "cancel <event>". */
  usage: string;
  description: string;
  example: string;
  options?: [flags: string, description: string][];
  changesData?: boolean;
  /** Of its group, the one that runs where no command is named: "attendance 3f2a91bc". */
  isDefault?: boolean;
  /** Why the command refuses --remote. */
  localOnlyReason?: string;
  /** Runs before the club is opened, so that a mistyped file name creates no club. */
  checkInput?(input: Input): void;
  /** Works in a folder without a club; other commands take that for a typing mistake. */
  createsClub?: boolean;
  input: z.ZodType<Input>;
  run(context: CommandContext, input: Input): Promise<CommandResult | PlannedChange>;
}

/** Infers a command's input from its schema, and forgets the type so that commands fit into one list. */
export const defineCommand = <Input>(command: Command<Input>) => command as Command;

export interface CommandGroup {
  description: string;
  commands: Command[];
}
