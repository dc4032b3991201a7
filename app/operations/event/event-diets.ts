import * as z from "zod";
import { listChosen } from "#app/lib/event/sheet.ts";
import { loadEvening } from "#app/models/event/evening.server.ts";
import { listSeatedAnswers } from "#app/models/quiz/answers.server.ts";
import { id } from "#app/operations/inputs.ts";
import { defineOperation } from "#app/operations/operation.ts";
import { findEventWithTables } from "./find-event.ts";

export const eventDiets = defineOperation({
  verb: "diets",
  arguments: "<event>",
  description:
    "Lists who told of each diet and allergy, and at which table they sit. Their history says that you looked.",
  example: "event diets 3f2a91bc",
  eventStates: ["tables made"],
  concerns: "somebody",
  deskRole: "city",
  input: z.object({ event: id }),
  async run(context, { event: prefix }) {
    const { db, now } = context;
    const event = await findEventWithTables(context, prefix);
    const { tables } = await loadEvening(db, event.id, now);
    const given = await listSeatedAnswers(db, event.id, ["diet", "allergy"]);
    const givenBy = Map.groupBy(given, ({ bookingId }) => bookingId);
    const told = tables.flatMap(({ number: table, diners }) =>
      diners.flatMap(({ bookingId, userId, name }) => {
        const answers = givenBy.get(bookingId) ?? [];
        const allergies = listChosen(answers, "allergy").map((allergy) => `allergic to ${allergy}`);
        return [...listChosen(answers, "diet"), ...allergies].map((need) => ({
          need,
          bookingId,
          userId,
          name,
          table,
        }));
      }),
    );
    const lines = [...Map.groupBy(told, ({ need }) => need)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(
        ([need, some]) =>
          `${need}, ${some.length}: ${some.map(({ name, table }) => `${name} (table ${table})`).join(", ")}`,
      );
    return {
      message: lines.join("\n") || "Nobody told us of a diet or an allergy.",
      data: told,
      userIds: told.map(({ userId }) => userId),
    };
  },
});
