import type * as z from "zod";
import type { Desk } from "./command-context.ts";

/** What a command found or did: as words for whoever reads, as data for a script. */
export interface Answer {
  says: string;
  data: unknown;
  /** Some of it could not be done: the words say what. */
  failed?: boolean;
}

/** What a command is about to change: said by --dry-run, asked about where it can't be undone, and then done. */
export interface Change {
  would: string;
  isFinal?: boolean;
  act(): Promise<Answer>;
}

export interface Command<Input = unknown> {
  /** As typed after its noun: "cancel <dinner>". */
  line: string;
  says: string;
  example: string;
  options?: [flags: string, says: string][];
  writes?: boolean;
  /** It tells somebody, with links under the club's hand. */
  mails?: boolean;
  /** Why it is never to reach the deployed club. */
  localBecause?: string;
  /** Where there is no club yet, it makes one; any other was mistyped. */
  makesClub?: boolean;
  input: z.ZodType<Input>;
  run(desk: Desk, input: Input): Promise<Answer | Change>;
}

/** So that a command's input is typed by its schema, and yet stands in one list with the others. */
export const command = <Input>(one: Command<Input>) => one as Command;

export interface Noun {
  says: string;
  commands: Command[];
}
