import * as z from "zod";
import { keepApart } from "../../models/avoidance.server.ts";
import { command, type Noun } from "./command.ts";
import { wrongUsage } from "./exits.ts";
import { id } from "./inputs.ts";
import { userNamed } from "./user.ts";

export const avoid: Noun = {
  says: "Who is never seated with whom.",
  commands: [
    command({
      line: "add <diner> <other>",
      says: "Keeps two diners apart from now on. Tables that are made stay as they are.",
      example: "avoid add anna@example.com bence@example.com",
      writes: true,
      input: z.object({ diner: id, other: id }),
      async run(desk, { diner, other }) {
        const [one, two] = [await userNamed(desk, diner), await userNamed(desk, other)];
        if (one.id === two.id) throw wrongUsage("Name two diners: nobody avoids themselves.");
        return {
          would: `keep ${one.shownAs} and ${two.shownAs} apart`,
          async act() {
            const isNew = await keepApart(desk.db, [one.id, two.id], desk.now);
            const says = isNew
              ? `${one.shownAs} and ${two.shownAs} are kept apart.`
              : `${one.shownAs} and ${two.shownAs} are kept apart already.`;
            return { says, data: { diners: [one.id, two.id], isNew } };
          },
        };
      },
    }),
  ],
};
