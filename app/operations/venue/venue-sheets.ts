import * as z from "zod";
import { sheetPageUrl } from "#app/emails/links.server.ts";
import { maxNoteLength } from "#app/lib/event/sheet.ts";
import { answerByPhone, findSheetLink } from "#app/models/sheet/sheets.server.ts";
import { describeEvent, findEventByPrefix, statesToCome } from "#app/operations/event/find-event.ts";
import { id, text, venueName, yesOrNo } from "#app/operations/inputs.ts";
import { defineOperation, type OperationContext, refusedError } from "#app/operations/operation.ts";
import { findVenueAmong } from "./venue-inputs.ts";

async function findPlace(context: OperationContext, eventPrefix: string, venuePrefix: string) {
  const event = await findEventByPrefix(context, eventPrefix);
  if (event.canceledAt) throw refusedError(`${describeEvent(event)} is canceled.`);
  if (event.date <= context.now) throw refusedError(`${describeEvent(event)} has begun.`);
  const ofEvent = event.venues.map((venue) => ({ ...venue, id: venue.venueId }));
  const { venueId, name } = findVenueAmong(ofEvent, venuePrefix, "at this event");
  return { event, eventId: event.id, venueId, name };
}

export const answerOperation = defineOperation({
  verb: "answer",
  arguments: "<event> <venue> <answer>",
  description: "Notes what a restaurant said by phone: yes, it has us, or no, it can’t take us.",
  example: 'venue answer 3f2a91bc "Kis Kakukk" yes',
  eventStates: statesToCome,
  concerns: "nobody",
  deskRole: "door",
  options: { because: ["<reason>", "why it can’t"] },
  changesData: true,
  input: z.object({ event: id, venue: venueName, answer: yesOrNo, because: text(maxNoteLength).optional() }),
  async run(context, { event: eventPrefix, venue, answer: hasUs, because = null }) {
    const { event, eventId, venueId, name } = await findPlace(context, eventPrefix, venue);
    const answer = hasUs ? "yes" : "no";
    return {
      summary: `note that ${name} ${hasUs ? "has us" : "can’t take us"} on ${describeEvent(event)}`,
      async apply() {
        const { db, now, operator: by } = context;
        if (!(await answerByPhone(db, { eventId, venueId, answer, note: because, by, now })))
          throw refusedError(`${name} is not at this event anymore, or it has begun: nothing was noted.`);
        const next = hasUs ? "" : " Seat everybody elsewhere with event venues.";
        return { message: `Noted for ${name}: ${answer}.${next}`, data: { eventId, venueId, answer } };
      },
    };
  },
});

export const linkOperation = defineOperation({
  verb: "link",
  arguments: "<event> <venue>",
  description:
    "Shows the link to a restaurant’s sheet, on which it answers without an account; with --new, ends the one before.",
  example: 'venue link 3f2a91bc "Kis Kakukk"',
  eventStates: statesToCome,
  concerns: "nobody",
  deskRole: "city",
  options: { new: "ends the link that there is, and sends the restaurant its sheet again" },
  changesData: true,
  input: z.object({ event: id, venue: venueName, new: z.boolean().default(false) }),
  async run(context, { event: eventPrefix, venue, new: isNew }) {
    const { event, eventId, venueId, name } = await findPlace(context, eventPrefix, venue);
    return {
      summary: `${isNew ? "make a new link" : "make a link"} to the sheet of ${name} for ${describeEvent(event)}`,
      async apply() {
        const { db, env, now } = context;
        const linkId = await findSheetLink(db, { eventId, venueId, isNew, now });
        const url = env.SESSION_SECRET && linkId ? sheetPageUrl(env, linkId) : null;
        const sent = "Its emails have the link: only the club itself can sign it.";
        return { message: url ? `${name}: ${url}` : sent, data: { eventId, venueId, url } };
      },
    };
  },
});
