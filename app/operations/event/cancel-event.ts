import * as z from "zod";
import { cancelEvent } from "#app/models/event/events.server.ts";
import { id, text } from "#app/operations/inputs.ts";
import { defineOperation } from "#app/operations/operation.ts";
import { refusedError } from "#app/operations/operation-error.ts";
import { plural } from "#app/operations/words.ts";
import { describeEvent, findEventByPrefix } from "./find-event.ts";

export const cancelEventOperation = defineOperation({
  verb: "cancel",
  arguments: "<event>",
  description: "Cancels an event and all its bookings at no cost, and emails everybody once.",
  example: 'event cancel 3f2a91bc --because "The kitchen is under water."',
  options: { because: ["<text>", "a sentence to add to the email"] },
  changesData: true,
  concerns: "everybody",
  input: z.object({ event: id, because: text(500).optional() }),
  async run(context, { event: prefix, because }) {
    const { db, now } = context;
    const event = await findEventByPrefix(context, prefix);
    if (event.canceledAt) throw refusedError(`${describeEvent(event)} is already canceled.`);
    if (event.date <= now) throw refusedError(`${describeEvent(event)} is in the past.`);
    return {
      summary: `cancel ${describeEvent(event)} and email ${plural(event.taken, "diner")}`,
      needsConfirmation: true,
      async apply() {
        const emailCount = await cancelEvent(db, { id: event.id, because, now });
        if (emailCount === undefined) throw refusedError("The event was canceled in the meantime.");
        const message = `Canceled ${describeEvent(event)}. ${plural(emailCount, "diner gets", "diners get")} an email.`;
        return { message, data: { id: event.id, emailCount } };
      },
    };
  },
});
