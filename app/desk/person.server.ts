import type { AppLoadContext } from "@remix-run/cloudflare";
import { loadBatched } from "#app/db/batches.ts";
import { describeNoteToOperator, deskPage } from "#app/lib/account/security-kinds.ts";
import { dateAndYear, dayOfEvent, longDate, monthAndDay, timeOfDay } from "#app/lib/dates.ts";
import type { Operator } from "#app/lib/desk-settings.ts";
import { describeMeal } from "#app/lib/event/sheet.ts";
import { describeAnswer, type QuizRole } from "#app/lib/quiz/quiz.ts";
import { capitalize } from "#app/lib/text.ts";
import { findBlock } from "#app/models/account/blocks.server.ts";
import { findRecovery } from "#app/models/account/recoveries.server.ts";
import { hasBookings } from "#app/models/account/search-people.server.ts";
import { findUser } from "#app/models/account/users.server.ts";
import { findPhoneNumber } from "#app/models/attendance/diner-reports.server.ts";
import { countReportsOf } from "#app/models/attendance/reports.server.ts";
import { type EventBooking, listUserBookings } from "#app/models/booking/event-bookings.server.ts";
import { listUserDeposits } from "#app/models/deposit/deposits.server.ts";
import { findBrokenAddress } from "#app/models/outbox/broken-addresses.server.ts";
import { listRoleAnswers } from "#app/models/quiz/answers.server.ts";
import {
  isForAccountHolder,
  noteOperator,
  readSecurityNotes,
} from "#app/models/security/security-notes.server.ts";
import { findClubZone } from "#app/operations/words.ts";
import { describeDeposit } from "./deposits.ts";
import type { Tone } from "./desk-parts.tsx";
import { citySlugsOf, hasRank } from "./operator.server.ts";

const maxNotes = 20;

/** All that the page of a person shows; undefined if there is nobody, or nobody whom the operator may see. */
export async function loadPerson(context: AppLoadContext, operator: Operator, id: string) {
  const { db, now } = context;
  const citySlugs = citySlugsOf(operator);
  const found = id.includes("@") ? undefined : await findUser(db, id);
  if (!found || !(await hasBookings(db, found.id, citySlugs))) return undefined;
  await noteOperator(db, {
    userIds: [found.id],
    kind: "looked-at",
    command: deskPage,
    operator: operator.name,
    now,
  });
  const isOwner = hasRank(operator, "owner");
  const isShown = ({ citySlug }: { citySlug: string | null }) =>
    citySlugs === undefined || (citySlug !== null && citySlugs.includes(citySlug));
  const [bookings, deposits, answers, broken, recovery, block, reports, clubZone, notes] = await Promise.all([
    listUserBookings(db, found.id),
    listUserDeposits(db, found.id),
    listRoleAnswers(db, found.id),
    findBrokenAddress(db, found.email),
    findRecovery(db, { userId: found.id }),
    findBlock(db, found.id, now),
    countReportsOf(db, found.id),
    findClubZone(db),
    loadBatched(
      context,
      readSecurityNotes(db, found.id, isOwner ? { page: 1 } : { page: 1, condition: isForAccountHolder }),
    ),
  ]);
  const zone = bookings.at(-1)?.timeZone ?? clubZone;
  const shown = bookings.filter(isShown);
  const phone = await findPhoneNumber(
    db,
    shown.filter(({ canceled }) => !canceled).map((booking) => booking.id),
  );
  const isAhead = ({ date, canceled }: EventBooking) => date > now && !canceled;
  const ahead = shown.filter(isAhead);
  const behind = shown.filter(({ date, canceled }) => date <= now && !canceled).reverse();
  const canceled = shown.filter((booking) => booking.canceled).reverse();
  const answerTo = (role: QuizRole) => {
    const answer = answers.find((each) => each.role === role);
    return answer ? describeAnswer(answer, answer.answerIds) : null;
  };
  const birthYear = Number(answerTo("age")) || undefined;
  return {
    id: found.id,
    name: `${found.firstName} ${found.lastName}`.trim() || found.email,
    firstName: found.firstName || found.shownAs || "them",
    shownAs: found.shownAs,
    email: found.email,
    age: birthYear ? now.getUTCFullYear() - birthYear : null,
    since: dateAndYear(found.createdAt, zone),
    isConfirmed: found.emailConfirmedAt !== null,
    phone,
    ahead: ahead.map((booking) => describeBooking(booking, now)),
    behind: behind.map((booking) => describeBooking(booking, now)),
    canceled: canceled.map((booking) => describeBooking(booking, now)),
    deposits: deposits.filter(isShown).map((deposit) => describeDeposit(deposit, isOwner)),
    table: [
      ["Eats", found.isQuizDone ? capitalize(describeMeal(answers) || "everything") : null],
      ["Spends", answerTo("budget")],
      ["Speaks", answerTo("language")],
      ["Steps", { Yes: "Needs step-free access", No: "No trouble" }[answerTo("access") ?? ""] ?? null],
    ] as const,
    isQuizDone: found.isQuizDone,
    broken: broken ? { at: dateAndYear(broken.at, zone), reason: broken.reason } : null,
    recovery: recovery
      ? {
          newEmail: recovery.newEmail,
          due: longDate(recovery.dueAt, zone),
          at: timeOfDay(recovery.dueAt, zone),
        }
      : null,
    block: block
      ? {
          since: dateAndYear(block.createdAt, zone),
          until: block.endsAt && dateAndYear(block.endsAt, zone),
          reason: isOwner ? block.reason : null,
        }
      : null,
    reports,
    avoidanceCount: found.avoidanceCount,
    otherAccounts: found.crowdSize - 1,
    history: notes
      .map(({ at, ...note }) => ({ at: shortTime(at, now, zone), ...describeNoteToOperator(note) }))
      // Who looks again within a minute is named once.
      .filter(({ at, what }, i, all) => at !== all[i - 1]?.at || what !== all[i - 1]?.what)
      .slice(0, maxNotes),
    isOwner,
  };
}

/** "Today 6:40 PM", "Nov 25" */
function shortTime(at: Date, now: Date, zone: string): string {
  if (longDate(at, zone) === longDate(now, zone)) return `Today ${timeOfDay(at, zone)}`;
  const { month, dayOfMonth } = monthAndDay(at, zone);
  return `${month} ${dayOfMonth}`;
}

function describeBooking(booking: EventBooking, now: Date) {
  const { id, eventId, date, timeZone, venueName, table, cityName } = booking;
  const isPast = date <= now;
  const day = isPast ? longDate(date, timeZone) : dayOfEvent(date, now, timeZone);
  const place = table ? [venueName, `table ${table}`].filter(Boolean).join(", ") : cityName;
  return {
    id,
    eventId,
    when: isPast ? day : `${day}, ${timeOfDay(date, timeZone)}`,
    place,
    state: describeState(booking, isPast),
    canCancel: !isPast && !booking.canceled,
    canMove: !isPast && !booking.canceled && booking.tableId !== null,
    canBeSeated: !isPast && !booking.canceled && !booking.tableId && booking.matchedAt !== null,
    canBeRecorded: isPast && booking.confirmed && !booking.canceled,
  };
}

function describeState(booking: EventBooking, isPast: boolean): { tone: Tone; text: string } {
  const { canceled, confirmed, standby, attendance } = booking;
  if (canceled) return { tone: "over", text: "Canceled" };
  if (attendance === "no-show") return { tone: "bad", text: "Didn’t come" };
  if (isPast)
    return confirmed
      ? { tone: "good", text: attendance ? "Came" : "Had a seat" }
      : { tone: "over", text: "No seat" };
  if (confirmed) return { tone: "good", text: "Has a seat" };
  return standby ? { tone: "waiting", text: "On standby" } : { tone: "waiting", text: "Pending" };
}

export type PersonView = NonNullable<Awaited<ReturnType<typeof loadPerson>>>;
