import * as z from "zod";
import { homeZone } from "#app/lib/dates.ts";
import { addAvoidance, listAvoidances, removeAvoidance } from "#app/models/account/avoidances.server.ts";
import { command, type Noun } from "./command.ts";
import { notFound, wrongUsage } from "./exit-codes.ts";
import { id } from "./inputs.ts";
import { columns, short } from "./text-table.ts";
import { wallClock } from "./times.ts";
import { userNamed } from "./user.ts";

const two = z.object({ diner: id, other: id });

const list = command({
  line: "list [diner]",
  says: "Who is kept apart from whom; with a diner, from whom they are.",
  example: "avoid list anna@example.com",
  input: z.object({ diner: id.optional() }),
  async run(desk, { diner }) {
    const data = await listAvoidances(desk.db, diner && (await userNamed(desk, diner)).id);
    const rows = data.map((pair) => [
      pair.name,
      short(pair.userId),
      pair.otherName,
      short(pair.otherId),
      wallClock(pair.createdAt, homeZone),
    ]);
    const names = ["one", "id", "other", "id", "since"];
    return { says: columns(names, rows, "Nobody is kept apart."), data };
  },
});

const add = command({
  line: "add <diner> <other>",
  says: "Keeps two diners apart from now on. Tables that are made stay as they are.",
  example: "avoid add anna@example.com bence@example.com",
  writes: true,
  input: two,
  async run(desk, { diner, other }) {
    const [one, two] = [await userNamed(desk, diner), await userNamed(desk, other)];
    if (one.id === two.id) throw wrongUsage("Name two diners: nobody avoids themselves.");
    return {
      would: `keep ${one.shownAs} and ${two.shownAs} apart`,
      async act() {
        const isNew = await addAvoidance(desk.db, [one.id, two.id], desk.now);
        const says = isNew
          ? `${one.shownAs} and ${two.shownAs} are kept apart.`
          : `${one.shownAs} and ${two.shownAs} are kept apart already.`;
        return { says, data: { diners: [one.id, two.id], isNew } };
      },
    };
  },
});

const remove = command({
  line: "remove <diner> <other>",
  says: "Lets two diners sit together again. Tables that are made stay as they are.",
  example: "avoid remove anna@example.com bence@example.com",
  writes: true,
  input: two,
  async run(desk, { diner, other }) {
    const [one, two] = [await userNamed(desk, diner), await userNamed(desk, other)];
    const isNone = () => notFound(`${one.shownAs} and ${two.shownAs} are not kept apart.`);
    const apart = await listAvoidances(desk.db, one.id);
    if (one.id === two.id || !apart.some((pair) => [pair.userId, pair.otherId].includes(two.id)))
      throw isNone();
    return {
      would: `let ${one.shownAs} and ${two.shownAs} sit together again`,
      async act() {
        if (!(await removeAvoidance(desk.db, [one.id, two.id]))) throw isNone();
        const says = `${one.shownAs} and ${two.shownAs} may sit together again.`;
        return { says, data: { diners: [one.id, two.id] } };
      },
    };
  },
});

export const avoid: Noun = { says: "Who is never seated with whom.", commands: [list, add, remove] };
