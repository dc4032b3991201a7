import * as z from "zod";
import { homeZone, isTimeZone } from "../../lib/dates.ts";
import { addVenue, listDiets, listVenues } from "../../models/venue.server.ts";
import { columns, short } from "./columns.ts";
import { command, type Noun } from "./command.ts";
import { refused, wrongUsage } from "./exits.ts";
import { nothing, text } from "./inputs.ts";

const newVenue = z.object({
  name: text(120),
  address: text(200),
  map: z.url({ protocol: /^https$/, message: "is a link that begins with https://" }).optional(),
  zone: z.string().refine(isTimeZone, "is a time zone such as Europe/Budapest").default(homeZone),
  diets: z.array(z.string()).default([]),
});

const mapOf = (name: string, address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${name}, ${address}`)}`;

export const venue: Noun = {
  says: "Where dinners are.",
  commands: [
    command({
      line: "list",
      says: "Every venue, what its kitchen cooks for, and how many dinners it has had.",
      example: "venue list",
      input: nothing,
      async run({ db }) {
        const [venues, choices] = [await listVenues(db), await listDiets(db)];
        const data = venues.map(({ diets, ...rest }) => ({
          ...rest,
          diets: diets.flatMap((position) => choices[position - 1] ?? []),
        }));
        const rows = data.map(({ id, name, address, timeZone, dinners, diets }) => [
          short(id),
          name,
          address,
          timeZone,
          dinners,
          diets.join(", "),
        ]);
        const names = ["id", "name", "address", "time zone", "dinners", "cooks for"];
        return { says: columns(names, rows, "No venue yet: add one with venue add."), data };
      },
    }),
    command({
      line: "add <name> <address>",
      says: "A new venue.",
      example: 'venue add "Kis Kakukk" "Ráday utca 31, 1092 Budapest" --diets Vegetarian "No pork"',
      options: [
        ["--map <link>", "a link to a map; a search for the address if not said"],
        ["--zone <zone>", `its time zone, ${homeZone} if not said`],
        ["--diets <diets...>", "what its kitchen can cook for, in the words of the quiz"],
      ],
      writes: true,
      input: newVenue,
      async run({ db }, { name, address, map, zone, diets }) {
        const choices = await listDiets(db);
        const positions = diets.map((diet) => positionOf(diet, choices));
        const venues = await listVenues(db);
        const isThere = () => refused(`There is a venue ${name} at ${address} already.`);
        if (venues.some((one) => one.name === name && one.address === address)) throw isThere();
        return {
          would: `add the venue ${name}`,
          async act() {
            const googleMapsLink = map ?? mapOf(name, address);
            const fresh = { name, address, googleMapsLink, timeZone: zone, diets: positions };
            const id = await addVenue(db, fresh);
            if (!id) throw isThere();
            return { says: `Added ${name}: ${id}`, data: { id } };
          },
        };
      },
    }),
  ],
};

function positionOf(diet: string, choices: string[]): number {
  const place = choices.findIndex((choice) => choice.toLowerCase() === diet.trim().toLowerCase());
  if (place < 0) throw wrongUsage(`There is no diet “${diet}”: say ${choices.join(", ")}.`);
  return place + 1;
}
