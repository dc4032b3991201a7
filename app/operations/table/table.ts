import * as z from "zod";
import { dateAndTime } from "#app/lib/dates.ts";
import { describeMeal } from "#app/lib/event/sheet.ts";
import { capitalize } from "#app/lib/text.ts";
import { listSeatedAnswers } from "#app/models/quiz/answers.server.ts";
import { planClosing } from "#app/models/seating/reseating.server.ts";
import { saveClosing } from "#app/models/seating/save-reseating.server.ts";
import {
  describeEvent,
  findEventByPrefix,
  findTable,
  isOnlyVenue,
  noTableError,
  refuseOver,
} from "#app/operations/event/find-event.ts";
import {
  changedError,
  describeReseating,
  finishReseating,
  loadSeating,
  toReseating,
} from "#app/operations/event/reseating.ts";
import { listMoves } from "#app/operations/event/reseating-words.ts";
import { id, tableNumber, text } from "#app/operations/inputs.ts";
import { defineOperation, type Noun, refusedError } from "#app/operations/operation.ts";
import { formatLocalTime, shortId } from "#app/operations/words.ts";

const closeTableOperation = defineOperation({
  verb: "close",
  arguments: "<event> <number>",
  description:
    "Closes a table that can’t be used. It can’t be opened again. Its diners move to free seats that fit, or go on standby, and each gets an email.",
  example: "table close 3f2a91bc 3",
  eventStates: ["tables made"],
  concerns: "everybody",
  deskRole: "city",
  options: { say: ["<text>", "your own sentence, in each email to those who sat there"] },
  changesData: true,
  input: z.object({ event: id, number: tableNumber, say: text(500).optional() }),
  async run(context, { event: prefix, number, say }) {
    const event = await findEventByPrefix(context, prefix);
    refuseOver(event, context.now);
    if (!event.matchedAt)
      throw refusedError(
        `The tables of ${describeEvent(event)} are not made yet: change their number with event venues.`,
      );
    const data = await loadSeating(context, event);
    const table = data.tables.find((each) => each.number === number);
    if (!table) throw noTableError(number);
    if (table.closedAt) throw refusedError(`Table ${number} is already closed.`);
    const name = event.venues.find(({ venueId }) => venueId === table.venueId)?.name ?? "";
    const from = { id: table.venueId, name, isOut: false };
    const plan = planClosing(event.id, data, context.env, table);
    const reseating = toReseating(context, data, { event, from, plan, say });
    const effects = await describeReseating(context, data, reseating);
    const { notes, details, movedDiners, newlySeated } = effects;
    const what = notes.length > 0 ? notes : ["nobody sits there"];
    return {
      page: {
        title: `Table ${number} at ${name} can’t be used`,
        when: `${dateAndTime(event.date, event.timeZone)}, ${event.cityName}`,
        sum: `${capitalize(what.join(". "))}. It can’t be opened again.`,
      },
      summary: `close table ${number} of ${describeEvent(event)} for good: ${what.join("; ")}`,
      details,
      detailsData: listMoves(movedDiners, newlySeated).detailsData ?? {},
      needsConfirmation: true,
      isFinishedByCron: newlySeated.length > 0,
      async apply() {
        if (!(await saveClosing(context.db, reseating))) throw changedError();
        const { moved, sentences } =
          movedDiners.length > 0
            ? await finishReseating(context, event.id, effects)
            : { moved: [], sentences: ["Nobody sat there."] };
        return {
          message: [`Table ${number} is closed.`, ...sentences].join(" "),
          data: { id: table.id, number, moved },
        };
      },
    };
  },
});

export const table: Noun = {
  description: "One table of an event.",
  operations: [
    defineOperation({
      verb: "show",
      arguments: "<event> <number>",
      description:
        "Shows who sits at a table, what each eats, their bookings, and what they have in common. Their history says that you looked.",
      example: "table show 3f2a91bc 3",
      concerns: "somebody",
      deskRole: "city",
      input: z.object({ event: id, number: tableNumber }),
      async run(context, { event: prefix, number }) {
        const event = await findEventByPrefix(context, prefix);
        const found = await findTable(context, event.id, number);
        const { id: tableId, venueId, venueName, closedAt, walkIns } = found;
        const answers = await listSeatedAnswers(context.db, event.id, ["diet", "allergy"], tableId);
        const diners = found.diners.map((diner) => ({
          ...diner,
          eats: describeMeal(answers.filter(({ bookingId }) => bookingId === diner.bookingId)),
        }));
        const shares = diners.length > 0 ? found.shares : [];
        const lines = [
          ...(isOnlyVenue(event, venueId) ? [] : [`At ${venueName}.`]),
          ...(closedAt ? [`Closed ${formatLocalTime(closedAt, event.timeZone)}.`] : []),
          ...(diners.length + walkIns.length === 0 ? ["Nobody sits at this table."] : []),
          ...diners.map(
            ({ name, bookingId, eats }) =>
              `${name}, booking ${shortId(bookingId)}${eats ? `, eats: ${eats}` : ""}`,
          ),
          ...walkIns.map((firstName) => `${firstName}, a walk-in`),
          ...(diners.length > 0 && diners.every(({ eats }) => !eats)
            ? ["Nobody here told us of a diet or an allergy."]
            : []),
          ...shares,
        ];
        return {
          message: lines.join("\n"),
          data: { id: tableId, number, venueId, venueName, closedAt, diners, walkIns, shares },
          userIds: diners.map(({ userId }) => userId),
        };
      },
    }),
    closeTableOperation,
  ],
};
