import * as z from "zod";
import { schedules } from "#app/db/schema.ts";
import {
  addSchedule,
  endSchedule,
  listSchedules,
  type Schedule,
} from "#app/models/event/schedules.server.ts";
import { command, type Noun } from "./command.ts";
import { theOne } from "./command-context.ts";
import { refused } from "./exit-codes.ts";
import { capacity, id, wholeNumber } from "./inputs.ts";
import { columns, many, short } from "./text-table.ts";
import { venueNamed } from "./venue-inputs.ts";

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const dayOf = ({ weekday }: Pick<Schedule, "weekday">) => {
  const day = weekdays[weekday - 1] ?? "";
  return `${day.charAt(0).toUpperCase()}${day.slice(1)}s`;
};

const list = command({
  line: "list",
  says: "The rules by which dinners open.",
  example: "rule list",
  input: z.object({}),
  async run({ db }) {
    const data = await listSchedules(db);
    const rows = data.map((rule) => [
      short(rule.id),
      dayOf(rule),
      rule.time,
      rule.venueName,
      rule.capacity,
      rule.weeks,
    ]);
    const names = ["id", "every", "at", "where", "seats", "weeks ahead"];
    return { says: columns(names, rows, "No rule yet: add one with rule add."), data };
  },
});

const add = command({
  line: "add",
  says: "A dinner every week at one hour and place; the cron keeps the coming weeks open.",
  example: "rule add --venue 3f2a91bc --weekday friday --at 19:00 --seats 50 --weeks 8",
  options: [
    ["--venue <id>", "where, as venue list has it"],
    ["--weekday <day>", "monday to sunday"],
    ["--at <hour>", "on the venue’s clock, summer and winter: 19:00"],
    ["--seats <number>", "how many may book each, 5 or more"],
    ["--weeks <number>", "how many weeks ahead may be booked, 8 if not said"],
  ],
  writes: true,
  input: z.object({
    venue: id,
    weekday: z.preprocess(
      (typed) => (typeof typed === "string" ? typed.toLowerCase() : typed),
      z.enum(weekdays, `is one of ${weekdays.join(", ")}`),
    ),
    at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "is an hour such as 19:00"),
    seats: capacity,
    weeks: wholeNumber(1, 52).default(8),
  }),
  async run(desk, { venue: start, weekday: day, at: time, seats, weeks }) {
    const venue = await venueNamed(desk, start);
    const weekday = weekdays.indexOf(day) + 1;
    const said = `${dayOf({ weekday })} ${time} at ${venue.name}`;
    return {
      would: `open ${said} for ${seats}, ${many(weeks, "week")} ahead`,
      async act() {
        const rule = { venueId: venue.id, weekday, time, capacity: seats, weeks };
        const added = await addSchedule(desk.db, rule, desk.now);
        if (!added) throw refused(`There is a rule for ${said} already.`);
        return { says: `${said}: ${added}. The dinners are there within a minute.`, data: { id: added } };
      },
    };
  },
});

const end = command({
  line: "end <rule>",
  says: "Opens no further dinners by a rule. Those that are open stay.",
  example: "rule end 3f2a91bc",
  writes: true,
  input: z.object({ rule: id }),
  async run(desk, { rule: start }) {
    const ruleId = await theOne(desk, schedules, "rule", start);
    const isOver = () => refused(`Rule ${short(ruleId)} has ended already.`);
    if (!(await listSchedules(desk.db)).some((rule) => rule.id === ruleId)) throw isOver();
    return {
      would: `end rule ${short(ruleId)}`,
      async act() {
        if (!(await endSchedule(desk.db, ruleId, desk.now))) throw isOver();
        return { says: `Ended ${short(ruleId)}. Its dinners stay.`, data: { id: ruleId } };
      },
    };
  },
});

export const rule: Noun = { says: "Dinners that come back every week.", commands: [list, add, end] };
