import * as z from "zod";
import { users } from "#app/db/schema.ts";
import { homeZone } from "#app/lib/dates.ts";
import { deleteAvatars } from "#app/models/account/avatars.server.ts";
import { eraseByOperator } from "#app/models/account/erase-account.server.ts";
import { exportAccount } from "#app/models/account/export-account.server.ts";
import { findUser } from "#app/models/account/find-user.server.ts";
import { listUserBookings } from "#app/models/booking/event-bookings.server.ts";
import { command, type Noun } from "./command.ts";
import { type Desk, theOne } from "./command-context.ts";
import { notFound } from "./exit-codes.ts";
import { writeTo } from "./files.ts";
import { stateOfSeat } from "./find-booking.ts";
import { id } from "./inputs.ts";
import { short } from "./text-table.ts";
import { wallClock } from "./times.ts";

/** By address, or by the beginning of an id. */
export async function userNamed(desk: Desk, typed: string) {
  const known = typed.includes("@") ? typed : await theOne(desk, users, "account", typed);
  const found = await findUser(desk.db, known);
  if (!found) throw notFound(`There is no account ${typed}.`);
  return found;
}

const show = command({
  line: "show <user>",
  says: "An account, by address or id: who, since when, and its bookings.",
  example: "user show anna@example.com",
  input: z.object({ user: id }),
  async run(desk, { user: typed }) {
    const found = await userNamed(desk, typed);
    const seats = await listUserBookings(desk.db, found.id);
    const bookings = seats.map((seat) => ({
      id: seat.id,
      date: seat.date,
      venue: seat.venueName,
      state: stateOfSeat(seat),
    }));
    const at = (date: Date | null) => (date ? wallClock(date, homeZone) : "never");
    const says = [
      `${found.firstName} ${found.lastName} <${found.email}>, shown as ${found.shownAs}`,
      `id ${found.id}`,
      `signed up ${at(found.createdAt)}, address confirmed ${at(found.emailConfirmedAt)}`,
      `quiz ${found.isQuizDone ? "done" : "not done"}, ${found.hasPhoto ? "a" : "no"} photo, signed in ${found.sessionCount} times, kept from ${found.avoidanceCount}`,
      ...seats.map(
        (seat) =>
          `${wallClock(seat.date, seat.timeZone)}  ${seat.venueName}  ${stateOfSeat(seat)}  ${short(seat.id)}`,
      ),
    ];
    return { says: says.join("\n"), data: { ...found, bookings } };
  },
});

const exportUser = command({
  line: "export <user>",
  says: "Everything held of a person, as JSON: to the terminal, or into a file.",
  example: "user export anna@example.com --to anna.json",
  options: [["--to <file>", "a file to write, readable by you alone"]],
  input: z.object({ user: id, to: z.string().min(1).optional() }),
  async run(desk, { user: typed, to }) {
    const { id: userId } = await userNamed(desk, typed);
    const data = await exportAccount(desk.db, userId);
    const text = JSON.stringify(data, null, 2);
    if (!to) return { says: text, data };
    writeTo(to, `${text}\n`, 0o600);
    return { says: `Written to ${to}.`, data: { to } };
  },
});

const erase = command({
  line: "erase <user>",
  says: "Deletes a person: account, answers, bookings, mails and photo. A backup put back is cleansed of them too, and a dinner whose tables are made shows that a booking was removed.",
  example: "user erase anna@example.com",
  writes: true,
  input: z.object({ user: id }),
  async run(desk, { user: typed }) {
    const found = await userNamed(desk, typed);
    return {
      would: `erase ${found.email} and all that hangs on it`,
      isFinal: true,
      async act() {
        await eraseByOperator(desk.db, found.id, desk.now);
        await deleteAvatars(desk.env.AVATARS, found.id);
        return { says: `Erased ${found.id}.`, data: { id: found.id } };
      },
    };
  },
});

export const user: Noun = { says: "Accounts.", commands: [show, exportUser, erase] };
