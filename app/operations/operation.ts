import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type * as z from "zod";
import type { Database } from "#app/db/client.server.ts";
import { findIdsByPrefix } from "#app/db/find-ids.server.ts";

/** An operation is one thing an operator can do. The terminal shows operations as commands. */

export interface Table {
  headings: string[];
  rows: (string | number)[][];
  /** Stands in place of a table without rows. */
  empty: string;
  /** How to get fewer rows: a face may show only the first ones of such a table. */
  advice?: string;
}

/** Sentences and tables, one below the other. */
export type Message = string | Table | (string | Table)[];

export interface OperationResult {
  message: Message;
  data: unknown;
  hasFailed?: boolean;
}

/** A change that was checked and not made yet. */
export interface PlannedChange {
  /** Completes "This would …". */
  summary: string;
  /** Each value that would change. */
  details?: Message;
  detailsData?: object;
  needsConfirmation?: boolean;
  /** Where the operator is asked only because it may be a mistake. */
  canBeUndone?: boolean;
  /** Where it takes several steps, and the cron takes those that are left. */
  isFinishedByCron?: boolean;
  /** Where it takes several steps, and the same operation takes those that are left. */
  isRepeatable?: boolean;
  apply(): Promise<OperationResult>;
}

/** Help for what is yes or no, or else a name for the value, help for it, and where it can be taken away, help for that. */
export type OptionHelp = string | [value: string, help: string, helpForNone?: string];

type Outcome = (OperationResult | PlannedChange) & { userIds?: string[] };

/**
 * Whom it reads or changes. The history of each person whom it is about says so: `userIds` of the outcome. What is about all
 * diners of an event or of the club, such as its lists and backups, is in nobody's.
 */
type About<Input> =
  | { concerns: "nobody" | "everybody"; run(context: OperationContext, input: Input): Promise<Outcome> }
  | {
      concerns: "somebody";
      run(context: OperationContext, input: Input): Promise<Outcome & { userIds: string[] }>;
    };

// biome-ignore lint/suspicious/noExplicitAny: of a list of operations, nobody knows the inputs
interface Described<Input = any> {
  /** One word; an operation without a noun is called by it alone. */
  verb: string;
  /** The fields that are named by their place: "<event> [file]". */
  arguments?: string;
  description: string;
  /** As it is typed in a terminal. */
  example: string;
  /** The other fields, and `now` where the operation can run as if it were another time. */
  options?: { [Field in keyof Input | "now"]?: OptionHelp };
  changesData?: boolean;
  /** Of its noun, the one that is meant where no verb is named: "attendance 3f2a91bc". */
  isDefault?: boolean;
  /** Why it refuses a deployed club. */
  localOnlyReason?: string;
  /** Runs before the club is opened, so that a mistyped file name creates no club. */
  checkInput?(input: Input): void;
  /** Works in a folder without a club; others take that for a typing mistake. */
  createsClub?: boolean;
  input: z.ZodType<Input>;
}

// biome-ignore lint/suspicious/noExplicitAny: the same
export type Operation<Input = any> = Described<Input> & About<Input>;

/** Infers an operation's input from its schema, and forgets the type so that operations fit into one list. */
export const defineOperation = <Input>(
  operation: Omit<Described<Input>, "options"> &
    About<Input> & { options?: Described<NoInfer<Input>>["options"] },
) => operation as Operation;

export interface Noun {
  description: string;
  operations: Operation[];
}

export interface ProgressBar {
  update(done: number): void;
  end(): void;
}

export interface OperationContext {
  env: Env;
  db: Database;
  now: Date;
  isRemote: boolean;
  /** For commands that a message names. */
  folderOption: string;
  /** Of Öten: a report is made with files of it. */
  projectFolder: string;
  /** The names of those that are set; undefined where nobody can say. */
  listSecrets(): Promise<string[] | undefined>;
  showProgress(label: string, total: number): ProgressBar;
}

type TableWithId = SQLiteTable & Parameters<typeof findIdsByPrefix>[1];

/** Lists print only the beginning of an id. */
export async function findIdByPrefix(
  { db }: OperationContext,
  table: TableWithId,
  noun: string,
  prefix: string,
): Promise<string> {
  const ids = await findIdsByPrefix(db, table, prefix);
  const [id] = ids;
  if (!id) throw notFoundError(`There is no ${noun} ${prefix}.`);
  if (ids.length > 1) throw refusedError(`More than one ${noun} begins with ${prefix}: type more of the id.`);
  return id;
}

export type ErrorKind = "failed" | "usage" | "notFound" | "refused";

/** An expected failure: the message alone is shown, and nothing was changed. */
export class OperationError extends Error {
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export const usageError = (message: string) => new OperationError("usage", message);
export const notFoundError = (message: string) => new OperationError("notFound", message);
export const refusedError = (message: string) => new OperationError("refused", message);
