import * as z from "zod";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { longText } from "#app/lib/text.ts";
import type { RequestContext } from "#app/load-context.ts";
import { reportMissing, saveTicks } from "#app/models/attendance/reports.server.ts";
import {
  closeToNewcomers,
  emptyTable,
  moveByHost,
  openTable,
} from "#app/models/booking/host-transitions.server.ts";
import { maxMessageLength, sendHostMessage } from "#app/models/host/host-links.server.ts";
import { listFreeSeats, loadHostSeats, planEmptying } from "#app/models/host/host-seats.server.ts";
import { toPlan } from "./load-view.server.ts";
import type { MessageDraft, Outcome } from "./views.ts";

/** The address to which the page leads next. */
export interface Next {
  search: Record<string, string>;
  hash?: string;
}

const maxIds = 2_000;
const splitIds = (typed: string) => typed.split(",").filter(Boolean).slice(0, maxIds);
const idList = z.array(z.string().max(100)).max(maxIds);

const done = (outcome: Outcome, table?: string): Next => ({
  search: { done: outcome },
  ...(table ? { hash: `#table-${table}` } : {}),
});

interface HostForm {
  linkId: string;
  form: FormData;
}

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** Every button saves the ticks, so that none is lost on the way. Returns undefined if the form makes no sense. */
export async function act(
  context: RequestContext,
  { linkId, form }: HostForm,
): Promise<Next | MessageDraft | undefined> {
  const [intent = "", subject = ""] = textOf(form, "intent").split(":");
  const ticks = form.has("shown") ? await saveShownTicks(context, { linkId, form }) : "saved";
  if (!ticks) return undefined;
  if (ticks === "not saved") return done(ticks);
  const { db, now } = context;
  switch (intent) {
    case "save":
      return done("saved");
    case "view":
      return readView(subject);
    case "open":
      return done((await openTable(db, { linkId, tableId: subject, now })) ? "opened" : "changed");
    case "newcomers":
      return done(
        (await closeToNewcomers(db, { linkId, tableId: subject, now })) ? "no newcomers" : "changed",
      );
    case "empty":
      return empty(context, { linkId, form }, subject);
    case "move":
      return move(context, { linkId, form }, subject);
    case "missing":
      return noteMissing(context, { linkId, form });
    case "preview":
    case "edit":
      return readDraft(form, intent === "preview");
    case "send":
      return send(context, { linkId, form });
    default:
      return undefined;
  }
}

/** "move-7": the page to which the button leads. */
function readView(name: string): Next | undefined {
  const [, view = "", table] = /^(move|close|message|missing)(?:-(\d{1,6}))?$/.exec(name) ?? [];
  return view ? { search: { view, ...(table ? { table } : {}) } } : undefined;
}

async function saveShownTicks({ db, now }: RequestContext, { linkId, form }: HostForm) {
  const parsed = idList.safeParse(form.getAll("here"));
  if (!parsed.success) return undefined;
  const shown = new Set(splitIds(textOf(form, "shown")));
  const here = new Set(parsed.data);
  const ticked = [...here].filter((id) => !shown.has(id));
  const unticked = [...shown].filter((id) => !here.has(id));
  if (ticked.length + unticked.length === 0) return "saved";
  return (await saveTicks(db, { linkId, ticked, unticked, now })) ? "saved" : "not saved";
}

async function noteMissing(
  { db, now }: RequestContext,
  { linkId, form }: HostForm,
): Promise<Next | undefined> {
  const parsed = idList.safeParse(form.getAll("missing"));
  if (!parsed.success) return undefined;
  if (parsed.data.length === 0) return { search: { view: "missing", done: "nobody" satisfies Outcome } };
  const isNoted = await reportMissing(db, { linkId, bookingIds: parsed.data, now });
  return done(isNoted ? "missing" : "not saved");
}

async function move(context: RequestContext, { linkId, form }: HostForm, bookingId: string): Promise<Next> {
  const { db, env, now } = context;
  const seats = await loadHostSeats(db, linkId, env);
  const tableId = textOf(form, "to");
  const there = seats?.tables.find(({ id }) => id === tableId);
  // The same request has already been handled.
  if (there?.diners.some(({ id }) => id === bookingId)) return done("moved", String(there.number));
  const seat = seats && listFreeSeats(seats, bookingId, now).find((each) => each.tableId === tableId);
  if (!seat) return done("changed");
  const { shares } = seat;
  const fromTableId = textOf(form, "from");
  const outcome = await moveByHost(db, { linkId, bookingId, fromTableId, tableId, shares, now });
  if (outcome !== "moved") return done(outcome);
  sendAfterResponse(context);
  return done(outcome, String(seat.number));
}

async function empty(context: RequestContext, { linkId, form }: HostForm, tableId: string): Promise<Next> {
  const { db, env, now } = context;
  const seats = await loadHostSeats(db, linkId, env);
  const { moves, withoutSeat } = seats ? planEmptying(seats, tableId) : { moves: [], withoutSeat: [] };
  const table = seats?.tables.find(({ id }) => id === tableId);
  // The same request has already been handled.
  if (table?.isClosedByHost) return done("emptied");
  if (!seats || withoutSeat.length > 0 || toPlan(moves) !== textOf(form, "plan")) return done("changed");
  const isEmptied = await emptyTable(db, {
    linkId,
    tableId,
    moves: moves.map(({ tableId: toTableId, bookingIds, shares }) => ({ bookingIds, toTableId, shares })),
    now,
  });
  sendAfterResponse(context);
  return done(isEmptied ? "emptied" : "not all moved");
}

const messageId = z.uuid();

const messageText = longText(maxMessageLength, "Write what your guests should know.");

function readDraft(form: FormData, wantsPreview: boolean): MessageDraft {
  const id = crypto.randomUUID();
  const typed = textOf(form, "text");
  if (!wantsPreview) return { id, text: typed.slice(0, 2 * maxMessageLength) };
  const { data: text, error } = messageText.safeParse(typed);
  if (text === undefined)
    return { id, text: typed.slice(0, 4 * maxMessageLength), problem: error?.issues[0]?.message ?? "" };
  return { id, text, isReady: true };
}

async function send(context: RequestContext, { linkId, form }: HostForm): Promise<Next | undefined> {
  const id = messageId.safeParse(textOf(form, "id"));
  const text = messageText.safeParse(textOf(form, "text"));
  if (!id.success || !text.success) return undefined;
  const isSent = await sendHostMessage(context.db, {
    linkId,
    id: id.data,
    text: text.data,
    now: context.now,
  });
  if (isSent) sendAfterResponse(context);
  return done(isSent ? "sent" : "not sent");
}
