import * as z from "zod";
import { demoPerson } from "#app/cli/demo-diner.ts";
import { bookingReceived } from "#app/emails/booking-received.tsx";
import { dateAndTime } from "#app/lib/dates.ts";
import { book } from "#app/models/booking/transitions.server.ts";
import { addDemoDiners } from "#app/models/demo/demo-diners.server.ts";
import { type EventDetails, listEvents } from "#app/models/event/events.server.ts";
import { findQuiz } from "#app/models/quiz/quiz.server.ts";
import { command } from "./command.ts";
import type { Desk } from "./command-context.ts";
import { refused } from "./exit-codes.ts";
import { linksTo } from "./find-booking.ts";
import { called, dinnerNamed, stateOfDinner } from "./find-event.ts";
import { id, wholeNumber } from "./inputs.ts";
import { many } from "./text-table.ts";

/** So many people are written at a time. */
const batch = 50;

const localBecause = "demo works on a local club alone: a deployed one has diners of its own.";

export const demo = command({
  line: "demo",
  says: "Made-up diners who have answered the quiz and book the coming dinner. For a local club alone.",
  example: "demo --diners 40",
  options: [
    ["--diners <number>", "how many"],
    ["--dinner <id>", "another dinner than the next that is open"],
  ],
  writes: true,
  localBecause,
  input: z.object({ diners: wholeNumber(1, 5_000), dinner: id.optional() }),
  async run(desk, { diners: wanted, dinner: start }) {
    if (desk.env.APP_ENV !== "local") throw refused(localBecause);
    const dinner = start ? await dinnerNamed(desk, start) : await nextOpen(desk);
    if (!dinner || stateOfDinner(dinner, desk.now) !== "open") throw refused("No dinner is open to book.");
    const booking = Math.min(wanted, dinner.capacity - dinner.taken);
    return {
      would: `make up ${many(wanted, "diner")}, of whom ${booking} book ${called(dinner)}`,
      async act() {
        const ids = await makeUp(desk, wanted);
        const booked = await bookAll(desk, dinner, ids.slice(0, booking));
        const says = `${many(wanted, "diner")} more; ${booked} of them booked ${called(dinner)}.`;
        return { says, data: { diners: wanted, booked, dinner: dinner.id } };
      },
    };
  },
});

const nextOpen = async ({ db, now }: Desk) =>
  (await listEvents(db, now)).find((dinner) => stateOfDinner(dinner, now) === "open");

async function makeUp({ db, now, progress }: Desk, wanted: number): Promise<string[]> {
  const { questions } = await findQuiz(db, "");
  const people = Array.from({ length: wanted }, () => demoPerson(questions, now));
  const bar = progress("Making diners", wanted);
  for (let done = 0; done < wanted; done += batch) {
    await addDemoDiners(db, people.slice(done, done + batch), now);
    bar.at(Math.min(done + batch, wanted));
  }
  bar.end();
  return people.map(({ id }) => id);
}

async function bookAll(
  { db, now, env, progress }: Desk,
  dinner: EventDetails,
  ids: string[],
): Promise<number> {
  const at = (date: Date) => dateAndTime(date, dinner.timeZone);
  const bar = progress("Booking", ids.length);
  let booked = 0;
  for (const [i, userId] of ids.entries()) {
    const words = { to: `demo-${userId}@oten.example`, origin: env.SITE_URL, when: at(dinner.date) };
    const mail = (bookingId: string) =>
      bookingReceived(
        { ...words, bookingId, links: linksTo(env, { id: bookingId, date: dinner.date }) },
        at(dinner.closesAt),
      );
    // A millisecond apart, so that who booked first is known.
    const seat = { userId, eventId: dinner.id, now: new Date(now.getTime() + i), email: mail };
    if (await book(db, seat)) booked++;
    bar.at(i + 1);
  }
  bar.end();
  return booked;
}
