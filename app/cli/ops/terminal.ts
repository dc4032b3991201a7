import { createInterface } from "node:readline/promises";
import { escapeLines } from "#app/cli/terminal-text.mjs";
import { removeInvisible } from "#app/lib/account/person.ts";
import { toCsv } from "#app/lib/csv.ts";
import type {
  ErrorKind,
  Message,
  OperationContext,
  PeopleList,
  PlannedChange,
  ProgressBar,
  Table,
} from "#app/operations/operation.ts";
import type { ClubConnection } from "./club-connections.ts";
import { type OpenClubOptions, openClub } from "./open-club.ts";

/** How a command prints, asks a person, and opens the club. */
export interface Terminal {
  print(text: string): void;
  printError(text: string): void;
  /** Missing if nobody can be asked. */
  ask?: ((question: string) => Promise<string>) | undefined;
  showProgress: OperationContext["showProgress"];
  openClub(options: OpenClubOptions): Promise<ClubConnection>;
}

export const processTerminal: Terminal = {
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
  ask: process.stdin.isTTY ? askInTerminal : undefined,
  showProgress: (label, total) => startProgressBar(process.stderr, label, total),
  openClub,
};

async function askInTerminal(question: string): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  prompt.on("SIGINT", () => process.emit("SIGINT"));
  // Ctrl+D rejects the question, and counts as no.
  const answer = await prompt.question(escapeLines(question)).catch(() => "");
  prompt.close();
  return answer;
}

const barWidth = 24;

/** Draws nothing when the stream is not a terminal. */
function startProgressBar(stream: NodeJS.WriteStream, label: string, total: number): ProgressBar {
  if (!stream.isTTY) return { update: () => {}, end: () => {} };
  const draw = (done: number) => {
    const filled = total > 0 ? Math.round((barWidth * done) / total) : barWidth;
    stream.write(`\r${label} [${"█".repeat(filled)}${"·".repeat(barWidth - filled)}] ${done} of ${total}`);
  };
  draw(0);
  return { update: draw, end: () => stream.write("\r\u001b[K") };
}

/** Prints the log of jobs. Lines of level info only help to find the cause of a failure. */
export function createJobLog(printLine: (line: string) => void) {
  const heldLines: string[] = [];
  return {
    addLine(line: unknown): void {
      const text = escapeLines(String(line));
      if (text.startsWith('{"level":"info"')) heldLines.push(text);
      else printLine(text);
    },
    printHeldLines: () => heldLines.forEach(printLine),
  };
}

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

/** Columns of names, which are cut off; --json has them whole. */
const cutHeadings = ["name", "address", "city", "venue", "venues", "diner", "other"];
const maxWidth = 40;

/** Prints sentences unchanged, and tables with aligned columns. */
export const formatMessage = (message: Message): string =>
  [message]
    .flat()
    .map((part) => {
      if (typeof part === "string") return part;
      if ("headings" in part) return formatTable(part);
      return "heading" in part ? formatPeople(part) : part.quoted.join("\n");
    })
    .join("\n");

/** All rows of a command's list, with nothing cut off; what is no list stays as it is. */
export function formatCsv(message: Message): string {
  const table = [message].flat().find((part) => typeof part === "object" && "headings" in part);
  if (!table) return `${escapeLines(formatMessage(message))}\n`;
  return toCsv(
    table.headings,
    table.rows.map((row) => row.map((cell) => (typeof cell === "string" ? removeInvisible(cell) : cell))),
  );
}

function formatPeople({ heading, aside, rows }: PeopleList): string {
  const lines = rows.flatMap(({ title, names = [], staying = [], text }) => {
    const joining = [
      ...(names.length > 0 ? [names.join(", ")] : []),
      ...(staying.length > 0 ? [`joining ${staying.join(", ")}`] : []),
    ];
    const first = [title, joining.join(", ")].filter(Boolean).join(": ");
    return [`  ${removeInvisible(first)}`, ...(text ? [`    ${removeInvisible(text)}`] : [])];
  });
  return [`${heading}${aside ? ` (${aside})` : ""}`, ...lines].join("\n");
}

/** A list of all cities of a large club would fill the terminal many times. */
const maxRows = 200;

/** Cuts off a table that says how to get fewer rows; --json has them all. */
export function formatTable({ headings, rows, empty, advice }: Table): string {
  if (rows.length === 0) return empty;
  if (!advice || rows.length <= maxRows) return formatRows(headings, rows);
  return `${formatRows(headings, rows.slice(0, maxRows))}\n… and ${rows.length - maxRows} more: ${advice}, or see all with --json.`;
}

function formatRows(headings: string[], rows: Table["rows"]): string {
  const formatCell = (cell: string | number, i: number) => {
    const text = removeInvisible(String(cell));
    return cutHeadings.includes(headings[i] ?? "") ? cutToWidth(text, maxWidth) : text;
  };
  const lines = [headings, ...rows.map((row) => row.map(formatCell))];
  const widths = headings.map((_, i) =>
    lines.reduce((max, line) => Math.max(max, measureWidth(line[i] ?? "")), 0),
  );
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell + " ".repeat((widths[i] ?? 0) - measureWidth(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Matches Hangul, kana, Han and their punctuation, full-width letters, and emoji. */
const isWide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

const widthOf = (grapheme: string) => (isWide.test(grapheme) ? 2 : 1);

const split = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

export const measureWidth = (text: string): number =>
  // Most cells of a large list are plain, and this is faster for them.
  /^[ -~]*$/.test(text) ? text.length : split(text).reduce((sum, grapheme) => sum + widthOf(grapheme), 0);

/** Keeps as many characters as fit, and adds "…" if some don't. */
export function cutToWidth(text: string, maxWidth: number): string {
  if (measureWidth(text) <= maxWidth) return text;
  let [cut, width] = ["", 1];
  for (const grapheme of split(text)) {
    width += widthOf(grapheme);
    if (width > maxWidth) break;
    cut += grapheme;
  }
  return `${cut.trimEnd()}…`;
}
