import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type * as z from "zod";
import type { Database } from "#app/db/client.server.ts";
import { findIdsByPrefix } from "#app/db/statements.ts";

/** An operation is one thing that an operator can do. The terminal shows operations as commands. */

export interface Table {
  headings: string[];
  rows: (string | number)[][];
  /** Shown instead of a table without rows. */
  empty: string;
  /** What the desk offers to do with each row. */
  links?: { name: string; href: string }[][];
  /** Says how to get fewer rows; a face can show only the first rows of such a table. */
  advice?: string;
}

/** People, and what becomes of them; or what can be done about it. */
export interface PeopleList {
  heading: string;
  aside?: string;
  rows: {
    title: string;
    /** Those whom it concerns, and who is there already. */
    names?: string[];
    staying?: string[];
    text?: string;
    hasNoSeat?: boolean;
    command?: { name: string; fields: Record<string, string> } | null;
  }[];
}

/** What people will read, to the letter. */
export interface Quote {
  quoted: string[];
}

export type MessagePart = string | Table | PeopleList | Quote;

/** Sentences, tables, lists and quotes, shown one below the other. */
export type Message = MessagePart | MessagePart[];

export interface OperationResult {
  message: Message;
  data: unknown;
  hasFailed?: boolean;
  /** What takes it back, until then. */
  undo?: { command: string; fields: Record<string, string>; until: Date };
}

/** A change that has been checked but not made yet. */
export interface PlannedChange {
  /** Where a page says above the plan what has happened and when, and below it what it sums up to. */
  page?: { title: string; when: string; sum: string } | undefined;
  /** Completes "This would …". */
  summary: string;
  /** Each value that would change. */
  details?: Message;
  detailsData?: object;
  /** What it does besides, unless it is unticked; the values of the operation’s field `unticked`. */
  choices?: {
    heading: string;
    /** How a terminal unticks. */
    advice: string;
    rows: { value: string; says: string; isTicked: boolean }[];
  };
  needsConfirmation?: boolean;
  /** True if the operator is asked only because it may be a mistake. */
  canBeUndone?: boolean;
  /** True if it takes several steps, and the cron does the remaining ones. */
  isFinishedByCron?: boolean;
  /** True if it takes several steps, and the same operation does the remaining ones. */
  isRepeatable?: boolean;
  apply(): Promise<OperationResult>;
}

/** Help for a yes/no option; or a name for the value, help for it, and help for clearing it, if it can be cleared. */
export type OptionHelp = string | [value: string, help: string, helpForNone?: string];

type Outcome = (OperationResult | PlannedChange) & { userIds?: string[] };

/**
 * The people whom the operation reads or changes. The history of each person in `userIds` of the outcome says so. Operations
 * on all diners of an event or of the club, such as lists and backups, are in nobody's history.
 */
type About<Input> =
  | { concerns: "nobody" | "everybody"; run(context: OperationContext, input: Input): Promise<Outcome> }
  | {
      concerns: "somebody";
      run(context: OperationContext, input: Input): Promise<Outcome & { userIds: string[] }>;
    };

export interface Question {
  title: string;
  fields: string[];
  /** What was answered, in a few words and some more. */
  describe(typed: Record<string, string>): [short: string, more: string];
}

/** How far an event is. */
export type EventState = "canceled" | "past" | "tables made" | "closed" | "not available" | "open" | "full";

// biome-ignore lint/suspicious/noExplicitAny: of a list of operations, nobody knows the inputs
interface Described<Input = any> {
  /** One word. An operation without a noun is called by its verb alone. */
  verb: string;
  /** The fields that are given by position: "<event> [file]". */
  arguments?: string;
  description: string;
  /** The text that is typed in a terminal. */
  example: string;
  /** The other fields, and `now` if the operation can pretend that it is another time. */
  options?: { [Field in keyof Input | "now"]?: OptionHelp };
  /** A heading and a sentence for who comes to set this one option, instead of the description of all. */
  aims?: { [Field in keyof Input]?: [heading: string, text: string] };
  changesData?: boolean;
  /** In which states of an event it can be done, where it can’t always: a form offers only those. */
  eventStates?: readonly EventState[];
  /** True if the noun without a verb means this operation: "attendance 3f2a91bc". */
  isDefault?: boolean;
  /** The reason why it refuses a deployed club. */
  localOnlyReason?: string;
  /** Who may do it at the desk besides an owner: also who only stands at the door, or only who runs cities. */
  deskRole?: "city" | "door";
  /** The field that names what somebody has unticked in the plan. */
  unticked?: keyof Input;
  /** True if it takes back what was just done: then it needs no plan. */
  isUndo?: boolean;
  /** True if it is about no city, so that who runs some cities may do it as well as who runs others. */
  isOfNoCity?: boolean;
  /** What one usually does next at the desk, and with which operation. */
  next?: [name: string, command: string][];
  /** The reason why it is done at a computer and not at the desk. */
  computerReason?: string;
  /** What the fields are now, as they are typed, of what the first argument names: several values are lines. */
  readCurrent?(context: OperationContext, named: string): Promise<Record<string, string>>;
  /** What is asked one after the other of somebody who gave nothing yet, and what is proposed of what is known so far. */
  questions?: Question[];
  propose?(typed: Record<string, string>): Record<string, string>;
  /** Throws if one answer is wrong beside those before it, so that it is said at its question. */
  checkAnswer?(
    context: Pick<OperationContext, "db">,
    field: string,
    typed: Record<string, string>,
  ): Promise<void>;
  /** Runs before the club is opened, so that a mistyped file name creates no club. */
  checkInput?(input: Input): void;
  /** Works in a folder without a club; other operations treat that as a mistyped folder. */
  createsClub?: boolean;
  input: z.ZodType<Input>;
}

// biome-ignore lint/suspicious/noExplicitAny: the same
export type Operation<Input = any> = Described<Input> & About<Input>;

/** Infers an operation's input from its schema, and drops the type, so that all operations fit into one list. */
export const defineOperation = <Input>(
  operation: Omit<Described<Input>, "options" | "aims" | "unticked"> &
    About<Input> &
    Pick<Described<NoInfer<Input>>, "options" | "aims" | "unticked">,
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
  /** Who does it: the name at the desk, or of the computer's user. */
  operator: string;
  isRemote: boolean;
  /** The folder option for commands in messages. */
  folderOption: string;
  /** The folder of Öten, whose files a report uses. */
  projectFolder: string;
  /** Returns the names of the secrets that are set; undefined if that is unknown. */
  listSecrets(): Promise<string[] | undefined>;
  showProgress(label: string, total: number): ProgressBar;
  /** A page waits for nothing that takes long: the queue does it, also when the page is closed. */
  leavesToQueue?: boolean;
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

/** An expected failure: only the message is shown, and nothing was changed. */
export class OperationError extends Error {
  readonly kind: ErrorKind;
  /** The field that is wrong: a terminal asks for it again, and a form shows the message there. */
  readonly field: string | undefined;
  /** If several fields are wrong, what each is. */
  readonly problems: FieldProblem[];

  constructor(kind: ErrorKind, message: string, field?: string, problems: FieldProblem[] = []) {
    super(message);
    this.kind = kind;
    this.field = field;
    this.problems = problems.length > 0 || !field ? problems : [{ field, problem: message }];
  }
}

/** Why a form was refused, for one of its fields. */
export interface FieldProblem {
  field: string;
  problem: string;
}

export const usageError = (message: string, field?: string) => new OperationError("usage", message, field);
export const notFoundError = (message: string) => new OperationError("notFound", message);
export const refusedError = (message: string) => new OperationError("refused", message);
