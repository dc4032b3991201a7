import * as z from "zod";
import { type EventBooking, listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { markAttendance } from "#app/models/booking/transitions.server.ts";
import { command } from "./command.ts";
import { notFound, refused, wrongUsage } from "./exit-codes.ts";
import { called, dinnerNamed } from "./find-event.ts";
import { id, ids } from "./inputs.ts";
import { many, short } from "./text-table.ts";

const marks = z.object({
  dinner: id,
  attended: ids,
  missed: ids,
  allCame: z.boolean().default(false),
  except: ids,
});

export const attendance = command({
  line: "attendance <dinner>",
  says: "Who came and who did not, as the restaurant says. May be said again.",
  example: "attendance 3f2a91bc --all-came --except 8c07d2e4 77aa01fe",
  options: [
    ["--all-came", "everyone who had a chair came"],
    ["--except <bookings...>", "but these"],
    ["--attended <bookings...>", "these came"],
    ["--missed <bookings...>", "these did not"],
  ],
  writes: true,
  input: marks,
  async run(desk, { dinner: start, attended, missed: absent, allCame, except }) {
    if (allCame === attended.length + absent.length > 0)
      throw wrongUsage("Say either --all-came, or who did with --attended and --missed.");
    if (except.length > 0 && !allCame) throw wrongUsage("--except goes with --all-came.");
    const dinner = await dinnerNamed(desk, start);
    if (dinner.date > desk.now) throw refused(`${called(dinner)} has not been yet.`);
    const seated = (await listEventBookings(desk.db, dinner.id)).filter(
      (seat) => seat.confirmed && !seat.canceled,
    );
    const named = (starts: string[]) => starts.map((each) => seatNamed(each, seated));
    const missed = named([...absent, ...except]);
    const came = allCame
      ? seated.map((seat) => seat.id).filter((seatId) => !missed.includes(seatId))
      : named(attended);
    if (came.some((seatId) => missed.includes(seatId))) throw wrongUsage("Nobody both came and did not.");
    return {
      would: `mark ${came.length} as having come and ${missed.length} as not`,
      async act() {
        const marked = await markAttendance(desk.db, dinner.id, { attended: came, noShow: missed });
        const says = `Marked ${many(marked, "seat")}: ${came.length} came, ${missed.length} did not.`;
        return { says, data: { attended: came, noShow: missed } };
      },
    };
  },
});

function seatNamed(start: string, seated: EventBooking[]): string {
  const [found, other] = seated.filter((seat) => seat.id.startsWith(start));
  if (!found) throw notFound(`Nobody had a chair there by booking ${start}.`);
  if (other)
    throw refused(`More than one booking begins with ${start}: ${short(found.id)}, ${short(other.id)}.`);
  return found.id;
}
