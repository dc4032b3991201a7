/** The views of the host's page; the loader returns all of their data. */

export interface GuestView {
  bookingId: string;
  firstName: string;
  isTicked: boolean;
  /** Who besides the host says that the guest is here. */
  hereByOthers: "operator" | "diner" | null;
  isReportedMissing: boolean;
  /** By all that is known; the club's word counts more than the host's. */
  isHere: boolean;
  canceled: boolean;
  lateMinutes: number | null;
  /** For this evening. */
  phone: string | null;
}

export interface TableView {
  id: string;
  number: number;
  guests: GuestView[];
  /** First names of people without a booking, whom the club gave an empty seat at the door. */
  walkIns: string[];
  hereCount: number;
  guestCount: number;
  /** For the kitchen, as counts: "vegan × 1". */
  diets: string[];
  stepFreeCount: number;
  allergies: string[];
  state: "open" | "no newcomers" | "closed by host" | "closed by club";
}

interface Heading {
  title: string;
  when: string;
}

interface TablesView extends Heading {
  is: "tables";
  tables: TableView[];
  guestCount: number;
  hereCount: number;
  lateCount: number;
  /** The time at which the page was rendered: "7:06 PM". */
  asOf: string;
  /** What it has answered to its sheet, and what is noted of it. */
  restaurant: string[];
  /** "7:06 PM"; null before the first time. */
  savedAt: string | null;
  /** True until it is decided who came. */
  canReport: boolean;
  canMove: boolean;
  hasBegun: boolean;
  canReportMissing: boolean;
  messages: { text: string; sentAt: string }[];
  messagesLeft: number;
  /** Where the guests went since the restaurant dropped out: a restaurant with a table, or nowhere. */
  left: { place: string | null; firstNames: string[] }[];
}

interface ClosedView<Is extends string> extends Heading {
  is: Is;
  worksFrom: string;
  worksUntil: string;
  /** "8 guests had seats at 2 tables." */
  total?: string | undefined;
}

interface MissingView extends Heading {
  is: "missing";
  guests: (Pick<GuestView, "bookingId" | "firstName" | "hereByOthers" | "lateMinutes"> & { table: number })[];
}

interface MessageView extends Heading {
  is: "message";
  venueName: string;
  guestCount: number;
  messagesLeft: number;
}

interface MoveView extends Heading {
  is: "move";
  table: number;
  guests: {
    bookingId: string;
    firstName: string;
    tables: number[];
    /** True if the guest belongs together with somebody else at this table. */
    isInGroup: boolean;
  }[];
  /** True if moving one more guest before the event would leave too few, so that the table would be dissolved. */
  mustBeEmptied: boolean;
  tableId: string;
}

interface ConfirmMoveView extends Heading {
  is: "confirm move";
  bookingId: string;
  firstName: string;
  from: { id: string; number: number; countAfter: number };
  to: { id: string; number: number; countAfter: number };
  getsEmail: boolean;
}

interface CloseView extends Heading {
  is: "close";
  tableId: string;
  table: number;
  guestCount: number;
  isClosedToNewcomers: boolean;
  moves: { table: number; firstNames: string[] }[];
  withoutSeat: string[];
  /** The form sends the plan, so that only what was shown is done. */
  plan: string;
  /** If true, nobody gets an email, and empty tables can be opened again. */
  hasBegun: boolean;
}

export type HostView =
  | TablesView
  | ClosedView<"early">
  | ClosedView<"over">
  | ClosedView<"canceled">
  | MissingView
  | MessageView
  | MoveView
  | ConfirmMoveView
  | CloseView;

export type ViewOf<Is extends HostView["is"]> = Extract<HostView, { is: Is }>;

/** After a form, the page says what was done; the address contains only the name of the sentence. */
export const doneSentences = {
  saved: "Saved.",
  moved: "Moved. Here are both tables.",
  "no newcomers": "We won’t seat anybody else at that table.",
  emptied: "The table is closed, and everybody has a seat at another one.",
  opened: "The table is open again.",
  sent: "Your message is on its way to all your guests.",
  missing: "Saved. If somebody still comes, check them in: that counts.",
};

export const failedSentences = {
  "not saved": "Not saved: it’s decided who came. Write to us if that’s wrong.",
  changed: "Something changed meanwhile, so nothing was done. Look again.",
  "moved often":
    "You’ve moved them 3 times already, and each time they got an email. Once dinner has begun, you can move them again.",
  "not all moved":
    "A seat was taken meanwhile. Who is left keeps their seat, and we won’t seat anybody else at that table.",
  nobody: "Mark who didn’t come first. Nobody was marked.",
  "not sent": "We didn’t send the message: you’ve sent 3 already, or the page has ended.",
};

export type Outcome = keyof typeof doneSentences | keyof typeof failedSentences;

/** What the host reads about a guest whom the host has not ticked. */
export const describeHere = (by: NonNullable<GuestView["hereByOthers"]>) =>
  by === "diner" ? "says they’re here" : "here";

/** "both tables", "all 3 tables" */
export const allOf = (count: number, { one, many }: { one: string; many: string }) =>
  count === 1 ? one : count === 2 ? `both ${many}` : `all ${count} ${many}`;

export interface MessageDraft {
  id: string;
  text: string;
  problem?: string;
  /** True if it can be sent as it is. */
  isReady?: true;
}

export interface StepProps<Is extends HostView["is"]> {
  view: ViewOf<Is>;
  /** The address of the forms: the page itself. */
  action: string;
  backHref: string;
  /** Returns the page's address with another query. */
  toHref(search: Record<string, string>): string;
  draft: MessageDraft | undefined;
}
