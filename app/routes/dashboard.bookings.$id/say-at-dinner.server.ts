import { type AppLoadContext, json, redirect } from "@remix-run/cloudflare";
import * as z from "zod";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { badRequest } from "#app/http/responses.ts";
import { lateMinutes } from "#app/lib/booking/booking-states.ts";
import {
  checkIn,
  reportMissing,
  takeBackCheckIn,
  takeBackMissing,
} from "#app/models/attendance/diner-reports.server.ts";
import { type Speaker, saveLateNote, takeBackLateNote } from "#app/models/attendance/late-notes.server.ts";

const mates = z.array(z.string().min(1).max(64)).max(16);

const said = z.discriminatedUnion("say", [
  z.object({ say: z.literal("here") }),
  z.object({ say: z.literal("not here") }),
  z.object({ say: z.literal("late"), minutes: z.coerce.number().pipe(z.literal(lateMinutes)) }),
  z.object({ say: z.literal("on time") }),
  z.object({ say: z.literal("missing"), mates }),
  z.object({ say: z.literal("found"), mates }),
]);

const sentences = {
  here: "You can say that you’re here from 30 minutes before the dinner until 2 hours after it began.",
  "not here": "You can take this back until 2 hours after the dinner began, unless it’s decided who came.",
  late: "You can say that you’re late from 3 hours before the dinner until 2 hours after it began, unless you’re already here.",
  missing:
    "You can say who is missing from 15 minutes after the dinner began, once you’re here yourself, unless the host has seen them.",
  found: "It’s decided who came, so you can’t take this back anymore.",
  nobody: "Choose who is missing.",
};

/** What a diner says with a form of the dinner's page. Saying it twice changes nothing. */
export async function sayAtDinner(form: FormData, speaker: Speaker, context: AppLoadContext) {
  const { db } = context;
  const parsed = said.safeParse({
    // The button that was pressed comes after the hidden field.
    say: form.getAll("say").at(-1),
    minutes: form.get("minutes") ?? undefined,
    mates: form.getAll("mate"),
  });
  if (!parsed.success) throw badRequest();
  const refuse = (error: string, status: number) => json({ error }, status);
  const { data } = parsed;
  switch (data.say) {
    case "here":
      if (!(await checkIn(db, speaker))) return refuse(sentences.here, 409);
      break;
    case "not here":
      if (!(await takeBackCheckIn(db, speaker))) return refuse(sentences["not here"], 409);
      break;
    case "late":
      if (!(await saveLateNote(db, { ...speaker, minutes: data.minutes })))
        return refuse(sentences.late, 409);
      sendAfterResponse(context);
      break;
    case "on time":
      await takeBackLateNote(db, speaker);
      break;
    case "missing":
      if (data.mates.length === 0) return refuse(sentences.nobody, 400);
      if ((await reportMissing(db, { ...speaker, mateIds: data.mates })) === 0)
        return refuse(sentences.missing, 409);
      break;
    case "found":
      if (!(await takeBackMissing(db, { ...speaker, mateIds: data.mates })))
        return refuse(sentences.found, 409);
      break;
  }
  return redirect(`/dashboard/bookings/${speaker.bookingId}`);
}
