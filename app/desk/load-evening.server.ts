import type { AppLoadContext } from "@remix-run/cloudflare";
import { notFound } from "#app/http/responses.ts";
import { changeMakerNames } from "#app/lib/booking/booking-states.ts";
import { dateAndTime } from "#app/lib/dates.ts";
import type { Operator } from "#app/lib/desk-settings.ts";
import { listChosen } from "#app/lib/event/sheet.ts";
import { formatAmount } from "#app/lib/price.ts";
import { secondMs } from "#app/lib/time-units.ts";
import { listBookingsPage } from "#app/models/booking/event-bookings.server.ts";
import { listTableChangesWithNames } from "#app/models/booking/table-changes.server.ts";
import { findClaimStart } from "#app/models/event/claims.server.ts";
import { type EveningTable, eveningOf, loadEvening } from "#app/models/event/evening.server.ts";
import { loadEventOverview } from "#app/models/event/event-overview.server.ts";
import { findEvent } from "#app/models/event/events.server.ts";
import { listSeatedAnswers } from "#app/models/quiz/answers.server.ts";
import { selectTermPoints } from "#app/models/seating/table-terms.server.ts";
import { describeAnswer, listAnswers } from "#app/models/sheet/sheets.server.ts";
import { getBookingState } from "#app/operations/booking/together.ts";
import { type Filling, listFillings } from "#app/operations/event/event-seats.ts";
import { joinNames, plural } from "#app/operations/words.ts";
import { createOperationContext } from "./run-operation.server.ts";

const perPage = 100;

/** Everything about one evening. */
export async function loadEveningPage(
  context: AppLoadContext,
  operator: Operator,
  id: string,
  { searchParams }: URL,
) {
  const { db, now } = context;
  const event = await findEvent(db, id);
  if (!event || (operator.cities && !operator.cities.includes(event.citySlug))) throw notFound();
  const page = Math.max(1, Math.min(1_000, Math.trunc(Number(searchParams.get("page"))) || 1));
  const isAhead = event.date > now && event.canceledAt === null;
  const [evening, overview, bookings, changes, answers, given, [points]] = await Promise.all([
    loadEvening(db, id, now),
    loadEventOverview(db, id, now),
    listBookingsPage(db, id, { limit: perPage + 1, offset: (page - 1) * perPage }),
    listTableChangesWithNames(db, id),
    listAnswers(db, id),
    isAhead ? listSeatedAnswers(db, id, ["diet", "age"]) : [],
    selectTermPoints(db),
  ]);
  const givenBy = Map.groupBy(given, ({ bookingId }) => bookingId);
  const { fillings } =
    isAhead && event.matchedAt && evening.standby.length > 0
      ? await listFillings(createOperationContext(context, operator), event, evening)
      : { fillings: [] as Filling[] };
  const isBeingMade = isAhead && event.matchedAt === null && event.closesAt <= now;
  const claimedAt = isBeingMade ? await findClaimStart(db, id) : null;
  const formatTime = (date: Date) => dateAndTime(date, event.timeZone);
  return {
    id,
    when: formatTime(event.date),
    cityName: event.cityName,
    isAhead,
    isCanceled: event.canceledAt !== null,
    isClosed: event.closesAt <= now,
    closes: formatTime(event.closesAt),
    hasTables: event.matchedAt !== null,
    /** What is done until the tables are there; null if they are, or booking is open. */
    making: isBeingMade
      ? claimedAt
        ? `Seating ${plural(event.taken, "diner")}, for ${plural(Math.max(0, Math.round((now.getTime() - claimedAt.getTime()) / secondMs)), "second")}.`
        : `${plural(event.taken, "diner")} wait for their tables: the making begins within a minute.`
      : null,
    canRecord: eveningOf(event.date).from <= now && now < eveningOf(event.date).until,
    figures: [
      ...(["seated", "standby", "pending", "canceled"] as const).map((name) => ({
        name,
        value: String(overview.bookings[name]),
      })),
      ...(event.matchedAt ? [] : [{ name: "in line", value: String(overview.inLine) }]),
    ],
    deposits: [
      event.deposit ? `${formatAmount(event.deposit, event.currency)} a booking` : "none for a booking",
      ...overview.depositsPaid.map(
        ({ count, amount, currency }) => `${count} paid, ${formatAmount(amount, currency)}`,
      ),
    ],
    emails: overview.unsentEmails,
    venues: event.venues.map(({ venueId, name, address, tables }) => {
      const made = evening.tables.filter((table) => table.venueId === venueId && !table.closedAt).length;
      const said = answers.find((each) => each.venueId === venueId);
      return { venueId, name, address, tables, made, says: said ? describeAnswer(said) : null };
    }),
    tables: evening.tables
      .slice(0, 200)
      .map((table) => ({ ...table, alone: listAlone(table, givenBy, points?.nearYears ?? 0) })),
    tableCount: evening.tables.length,
    openTable: searchParams.get("table"),
    standby: evening.standby,
    fillings,
    bookings: bookings.slice(0, perPage).map((booking) => ({
      id: booking.id,
      userId: booking.userId,
      name: booking.name,
      email: booking.email,
      state: getBookingState(booking),
      bookedAt: formatTime(booking.createdAt),
    })),
    page,
    hasMore: bookings.length > perPage,
    changes: changes.map(({ at, what, madeBy, operator, names }) => ({
      what,
      about: [
        formatTime(at),
        `by ${operator ?? changeMakerNames[madeBy]}`,
        ...(names.length > 0 ? [`for ${joinNames(names)}`] : []),
      ].join(", "),
    })),
  };
}

type SeatedAnswer = Awaited<ReturnType<typeof listSeatedAnswers>>[number];

/** Who of a table has nobody with their diet, or of about their age. Of other answers the desk doesn’t say whose they are. */
function listAlone({ diners }: EveningTable, givenBy: Map<string, SeatedAnswer[]>, nearYears: number) {
  const all = diners.map(({ bookingId, name }) => {
    const given = givenBy.get(bookingId) ?? [];
    const diets = listChosen(given, "diet");
    return { name, diets, year: Number(given.find(({ role }) => role === "age")?.answerIds[0]) };
  });
  return all.flatMap((diner) => {
    const others = all.filter((other) => other !== diner);
    const ownDiets = diner.diets.filter((diet) => !others.some(({ diets }) => diets.includes(diet)));
    const isFar = diner.year > 0 && !others.some(({ year }) => Math.abs(year - diner.year) <= nearYears);
    const says = [
      ...(ownDiets.length > 0 ? [`nobody else here eats ${joinNames(ownDiets)}`] : []),
      ...(isFar ? [`nobody within ${nearYears} years`] : []),
    ];
    return says.length > 0 ? [`${diner.name}: ${says.join(", ")}`] : [];
  });
}
