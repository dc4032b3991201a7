import * as z from "zod";
import { forgetOrigins, listCrowdOf, listCrowds } from "#app/models/account/crowds.server.ts";
import { findUserByEmailOrId, id } from "./inputs.ts";
import { defineOperation, refusedError } from "./operation.ts";
import { findClubTimeFormat, joinNames, plural, shortId } from "./words.ts";

export const crowdsOperation = defineOperation({
  verb: "crowds",
  description:
    "Lists accounts that may be one person’s, of three or more: made in one browser, or one right after another from one network. At most two of them sit at one table.",
  example: "user crowds",
  concerns: "everybody",
  input: z.object({}),
  async run(context) {
    const found = await listCrowds(context.db);
    const formatTime = await findClubTimeFormat(context.db);
    const crowds = [...Map.groupBy(found, ({ crowdId }) => crowdId).values()];
    const rows = crowds.flatMap((accounts, i) => {
      const browsers = new Set(accounts.map(({ browser }) => browser)).size;
      return accounts.map(({ firstName, lastName, email, userId, madeAt }) => [
        String(i + 1),
        `${firstName} ${lastName}`.trim(),
        email,
        shortId(userId),
        formatTime(madeAt),
        browsers === 1 ? "one browser" : `one network, ${plural(browsers, "browser")}`,
      ]);
    });
    const headings = ["crowd", "name", "email", "id", "made", "from"];
    const data = found.map(({ browser: _, ...account }) => account);
    return { message: { headings, rows, empty: "No accounts seem to be one person’s." }, data };
  },
});

export const differentOperation = defineOperation({
  verb: "different",
  arguments: "<users...>",
  description:
    "Says that accounts are of different people, such as a family or an office: any number of them may sit at one table. Tables that are already made don’t change.",
  example: "user different anna@example.com bence@example.com",
  concerns: "somebody",
  options: { all: "all accounts that user crowds lists with them" },
  changesData: true,
  input: z.object({ users: z.array(id).min(1).max(100), all: z.boolean().default(false) }),
  async run(context, { users, all }) {
    const found = [];
    for (const emailOrPrefix of users) found.push(await findUserByEmailOrId(context, emailOrPrefix));
    const accounts = await listCrowdOf(
      context.db,
      found.map(({ id: userId }) => userId),
      { all },
    );
    if (accounts.length === 0)
      throw refusedError(
        `${joinNames(found.map(({ email }) => email))}: nothing says that this may be somebody else’s account too.`,
      );
    const userIds = accounts.map(({ userId }) => userId);
    return {
      userIds,
      summary: `let ${plural(userIds.length, "account")} sit at one table in any number, as different people`,
      async apply() {
        const count = await forgetOrigins(context.db, userIds);
        return {
          message: `${plural(count, "account")} may sit at one table.`,
          data: { users: userIds },
        };
      },
    };
  },
});
