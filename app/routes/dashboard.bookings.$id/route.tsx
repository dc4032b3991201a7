import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { requireUser } from "#app/auth/guards.server.ts";
import { currentSessionLookup, userIdIfSignedIn } from "#app/auth/session.server.ts";
import { FormError } from "#app/components/banner.tsx";
import {
  chooseNextEvenings,
  describeBookingWithTimeline,
  describeNextDinner,
} from "#app/components/booking/describe-booking.server.ts";
import { seatDiners } from "#app/components/booking/seat-diners.server.ts";
import { Icon } from "#app/components/icon.tsx";
import { privatePage } from "#app/components/page.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { rememberTonight } from "#app/http/cookies.ts";
import { readFormData } from "#app/http/forms.ts";
import { badRequest, noBooking, notFound } from "#app/http/responses.ts";
import { readPhoneNumber } from "#app/lib/account/person.ts";
import { describeObstacle, lateMinutes } from "#app/lib/booking/booking-states.ts";
import { describeEvening } from "#app/lib/event/evening.ts";
import {
  checkIn,
  removePhoneNumber,
  reportMissing,
  type Speaker,
  saveLateNote,
  savePhoneNumber,
  takeBackCheckIn,
  takeBackLateNote,
  takeBackMissing,
} from "#app/models/attendance/diner-reports.server.ts";
import { findBooking, readBookingDetails } from "#app/models/booking/bookings.server.ts";
import { loadObstacleOfPair } from "#app/models/booking/pairs.server.ts";
import { readEvenings } from "#app/models/event/upcoming-events.server.ts";
import { BookingDetails } from "./booking-details.tsx";
import { describeDinner, describeKept } from "./describe-dinner.server.ts";
import { PhoneForm } from "./dinner-actions.tsx";
import { DinnerPage } from "./dinner-page.tsx";
import { KeptNote } from "./kept-note.tsx";

export const meta = () => privatePage("Details");

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const lookup = currentSessionLookup(context);
  const [{ userId }, found, evenings] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readBookingDetails(context.db, lookup, id)),
    loadBatched(context, readEvenings(context.db, lookup, id)),
  ]);
  if (!found || !evenings) throw noBooking();
  const { diners, shares, company, hasMatchRecord } = found;
  const { evening, nextEvenings } = evenings;
  const booking = describeBookingWithTimeline(found.booking, context);
  const { pair } = booking;
  const obstacle = booking.standby ? undefined : await loadObstacleOfPair(context.db, found.booking);
  if (booking.isDinnerDay) rememberTonight(context, found.booking.date, booking);
  const icebreaker = new URL(request.url).searchParams.get("icebreaker");
  const dinner = booking.isDinnerDay
    ? describeDinner(found, { ...context, view: booking, userId, icebreaker })
    : null;
  const kept =
    booking.place && (booking.isActive || dinner) ? describeKept(found.booking, context.now, dinner) : null;
  if (dinner && !dinner.isOver) return json({ dinner, details: null, kept });
  return json({
    kept,
    dinner,
    details: {
      booking,
      obstacle: pair && obstacle ? describeObstacle(obstacle, pair.firstName) : null,
      evening: describeEvening(evening, evening),
      nextDinners: chooseNextEvenings(found.booking, booking, nextEvenings).map((next) =>
        describeNextDinner(next, context),
      ),
      party: seatDiners(context.env, diners, userId),
      shares,
      company,
      hasReceipt: hasMatchRecord,
      wasHere: dinner?.ownState === "here",
      isFirstVisit: booking.place !== null && !booking.isPast && noteFirstVisit(context, id),
    },
  });
}

/** On the day, a diner uses it to say that they are here or late, or that somebody is missing. */
export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  const [{ userId }, booking] = await Promise.all([
    requireUser(request, context),
    findBooking(context.db, userIdIfSignedIn(context), id),
  ]);
  if (!booking) throw notFound();
  return sayAtDinner(await readFormData(request), { bookingId: id, userId, now: context.now }, context);
}

export default function Details() {
  const { dinner, details, kept } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const refusedPhone = failure && "phone" in failure ? failure : undefined;
  const error = failure && "error" in failure ? failure.error : undefined;
  return (
    <>
      <a
        href="/dashboard/bookings"
        // On a phone, the link is then next to the logo, so that the table and the first button fit on the screen.
        className={`mb-6 -ml-1 inline-flex min-h-target items-center gap-2 px-1 text-ink-2 ${
          details ? "" : "max-lg:-mt-15 max-lg:mb-3 max-lg:ml-auto max-lg:flex max-lg:w-fit"
        }`}
      >
        <Icon name="back" className="size-5" />
        Bookings
      </a>
      <h1 className="sr-only">Details</h1>
      {kept && <KeptNote {...kept} />}
      {error && (
        <div className="mb-6">
          <FormError>{error}</FormError>
        </div>
      )}
      <div data-details-page className="details-page">
        {details ? (
          <BookingDetails {...details} />
        ) : (
          <DinnerPage
            dinner={dinner}
            refusedPhone={refusedPhone}
            asksWhoIsMissing={error === sentences.nobody}
          />
        )}
        {details && dinner?.phone && (
          <div className="mt-9 max-w-120">
            <PhoneForm dinner={dinner} refused={undefined} />
          </div>
        )}
      </div>
    </>
  );
}

const mates = z.array(z.string().min(1).max(64)).max(16);

const said = z.discriminatedUnion("say", [
  z.object({ say: z.literal("here") }),
  z.object({ say: z.literal("not here") }),
  z.object({ say: z.literal("late"), minutes: z.coerce.number().pipe(z.literal(lateMinutes)) }),
  z.object({ say: z.literal("on time") }),
  z.object({ say: z.literal("phone"), phone: z.string().max(100) }),
  z.object({ say: z.literal("no phone") }),
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
  phone: "You can leave a number on the day of the dinner, if you have a seat.",
  "wrong phone": "Type the number with the code of its country, such as +36 30 555 0100.",
};

/** Handles the forms of the dinner's page. Saying something twice changes nothing. */
async function sayAtDinner(form: FormData, speaker: Speaker, context: AppLoadContext) {
  const { db } = context;
  const parsed = said.safeParse({
    // The pressed button comes after the hidden field.
    say: form.getAll("say").at(-1),
    minutes: form.get("minutes") ?? undefined,
    phone: form.get("phone") ?? undefined,
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
    case "phone": {
      const phone = readPhoneNumber(data.phone);
      if (data.phone.trim() && !phone)
        return json({ phone: data.phone, phoneError: sentences["wrong phone"] }, 400);
      if (!phone) await removePhoneNumber(db, speaker);
      else if (!(await savePhoneNumber(db, { ...speaker, phone }))) return refuse(sentences.phone, 409);
      break;
    }
    case "no phone":
      await removePhoneNumber(db, speaker);
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

const maxTables = 8;

/** The table is revealed only once: the cookie remembers the last few bookings whose table was shown. */
function noteFirstVisit({ cookies }: AppLoadContext, bookingId: string): boolean {
  const mark = bookingId.replaceAll(/\W/g, "").slice(0, 8);
  const seen = (cookies.get("seen") ?? "").split(".").filter((other) => /^\w{1,8}$/.test(other));
  if (seen.includes(mark)) return false;
  cookies.set("seen", [mark, ...seen].slice(0, maxTables).join("."));
  return true;
}
