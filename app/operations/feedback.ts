import * as z from "zod";
import { ratingNames } from "#app/lib/booking/feedback-form.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { readFeedbackSummary } from "#app/models/feedback/feedback-results.server.ts";
import { findEventByPrefix } from "./event/find-event.ts";
import { id } from "./inputs.ts";
import { defineOperation } from "./operation.ts";
import { formatLocalTime, plural } from "./words.ts";

const defaultDays = 30;
const maxNotes = 1_000;

export const feedback = defineOperation({
  verb: "feedback",
  arguments: "[event]",
  description: `Shows what diners wrote on the day after, and how many gave each rating: of one event, or of those of the last ${defaultDays} days.`,
  example: "feedback 3f2a91bc",
  concerns: "everybody",
  input: z.object({ event: id.optional() }),
  async run(context, { event }) {
    const eventId = event && (await findEventByPrefix(context, event)).id;
    const since = new Date(context.now.getTime() - defaultDays * dayMs);
    const summary = await readFeedbackSummary(context.db, { eventId, since, limit: maxNotes });
    const ratings = summary.ratings.map((count, i) => `${i + 1} ${ratingNames[i]}: ${count}`);
    const rows = summary.notes.map(({ date, timeZone, firstName, email, note }) => [
      formatLocalTime(date, timeZone),
      firstName,
      email,
      note,
    ]);
    const headings = ["dinner", "diner", "email", "note"];
    const notes = { headings, rows, empty: "Nobody wrote a note.", advice: "name an event" };
    const summaryLine = `${plural(summary.answerCount, "diner")} answered. ${ratings.join(", ")}`;
    return { message: [summaryLine, "", notes], data: summary };
  },
});
