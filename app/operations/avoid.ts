import * as z from "zod";
import { addAvoidance, listAvoidances, removeAvoidance } from "#app/models/account/avoidances.server.ts";
import { findUserByEmailOrId, id } from "./inputs.ts";
import { defineOperation, type Noun, notFoundError, usageError } from "./operation.ts";
import { findClubZone, formatLocalTime, shortId } from "./words.ts";

const twoDiners = z.object({ diner: id, other: id });

const listOperation = defineOperation({
  verb: "list",
  arguments: "[diner]",
  description: "Lists diners who are never seated together, or those whom one diner is kept from.",
  example: "avoid list anna@example.com",
  concerns: "somebody",
  input: z.object({ diner: id.optional() }),
  async run(context, { diner }) {
    const userId = diner && (await findUserByEmailOrId(context, diner)).id;
    const pairs = await listAvoidances(context.db, userId);
    const zone = await findClubZone(context.db);
    const rows = pairs.map((pair) => [
      pair.name,
      shortId(pair.userId),
      pair.otherName,
      shortId(pair.otherId),
      formatLocalTime(pair.createdAt, zone),
      [pair.byOperator && "operator", pair.byDiner && "diner"].filter(Boolean).join(", "),
    ]);
    const headings = ["diner", "id", "other", "id", `since (${zone})`, "asked by"];
    return {
      message: { headings, rows, empty: "No diners are kept apart." },
      data: pairs,
      userIds: userId ? [userId] : [],
    };
  },
});

const addOperation = defineOperation({
  verb: "add",
  arguments: "<diner> <other>",
  description:
    "Never seats two diners together from now on. Where they sit at one table that is made already, the other one changes places with somebody if the rules allow it, and neither hears why.",
  example: "avoid add anna@example.com bence@example.com",
  concerns: "somebody",
  changesData: true,
  input: twoDiners,
  async run(context, { diner, other }) {
    const first = await findUserByEmailOrId(context, diner);
    const second = await findUserByEmailOrId(context, other);
    if (first.id === second.id) throw usageError("Name two different diners.");
    return {
      userIds: [first.id, second.id],
      summary: `keep ${first.shownAs} and ${second.shownAs} apart`,
      canBeUndone: true,
      async apply() {
        const isNew = await addAvoidance(context.db, [first.id, second.id], context.now);
        const message = isNew
          ? `${first.shownAs} and ${second.shownAs} are now kept apart.`
          : `${first.shownAs} and ${second.shownAs} are already kept apart.`;
        return { message, data: { diners: [first.id, second.id], isNew } };
      },
    };
  },
});

const removeOperation = defineOperation({
  verb: "remove",
  arguments: "<diner> <other>",
  description: "Lets two diners sit together again. Tables that are already made don’t change.",
  example: "avoid remove anna@example.com bence@example.com",
  concerns: "somebody",
  changesData: true,
  input: twoDiners,
  async run(context, { diner, other }) {
    const first = await findUserByEmailOrId(context, diner);
    const second = await findUserByEmailOrId(context, other);
    const notApartError = () => notFoundError(`${first.shownAs} and ${second.shownAs} are not kept apart.`);
    const pairs = await listAvoidances(context.db, first.id);
    if (first.id === second.id || !pairs.some((pair) => [pair.userId, pair.otherId].includes(second.id)))
      throw notApartError();
    return {
      userIds: [first.id, second.id],
      summary: `let ${first.shownAs} and ${second.shownAs} sit together again`,
      canBeUndone: true,
      async apply() {
        if (!(await removeAvoidance(context.db, [first.id, second.id]))) throw notApartError();
        const message = `${first.shownAs} and ${second.shownAs} may sit together again.`;
        return { message, data: { diners: [first.id, second.id] } };
      },
    };
  },
});

export const avoid: Noun = {
  description: "Diners who are never seated together.",
  operations: [listOperation, addOperation, removeOperation],
};
