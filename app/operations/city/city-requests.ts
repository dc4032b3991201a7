import * as z from "zod";
import { foldName } from "#app/lib/account/name-key.ts";
import { listCityRequests, tellAboutCity } from "#app/models/city/city-requests.server.ts";
import { citySlug, findCityBySlug, noInput, text } from "#app/operations/inputs.ts";
import { defineOperation, refusedError } from "#app/operations/operation.ts";
import { joinNames, plural } from "#app/operations/words.ts";

export const cityRequestsOperation = defineOperation({
  verb: "requests",
  description:
    "Lists the cities that people ask for, and how many do. They are told once when a city of that name has its first dinner.",
  example: "city requests",
  concerns: "everybody",
  input: noInput,
  async run({ db }) {
    const found = await listCityRequests(db);
    const rows = found.map(({ city, count, slug }) => [city, String(count), slug ?? ""]);
    const empty = "Nobody has asked for a city yet.";
    return { message: { headings: ["city", "people", "city of the club"], rows, empty }, data: found };
  },
});

export const tellCityOperation = defineOperation({
  verb: "tell",
  arguments: "<city>",
  description:
    "Tells those who asked for a city under another name that it has dinners. Those who wrote it as it is called are told by themselves.",
  example: 'city tell ghent --asked "Gent" "Gand"',
  concerns: "everybody",
  options: { asked: ["<names...>", "how they wrote it, as city requests lists it"] },
  changesData: true,
  input: z.object({ city: citySlug, asked: z.array(text(60)).min(1).max(20) }),
  async run(context, { city: slug, asked }) {
    const { db, now } = context;
    const city = await findCityBySlug(context, slug);
    const keys = [slug, ...asked.map((name) => foldName(name).replaceAll(" ", "-"))];
    const people = (await listCityRequests(db))
      .filter(({ cityKey }) => keys.includes(cityKey))
      .reduce((sum, { count }) => sum + count, 0);
    if (people === 0) throw refusedError(`Nobody asked for ${joinNames(asked)}: see city requests.`);
    return {
      summary: `tell ${plural(people, "person", "people")} that ${city.name} has dinners, and forget that they asked`,
      async apply() {
        const told = await tellAboutCity(db, city.id, now, keys);
        return { message: `${plural(told, "email")} on the way.`, data: { told } };
      },
    };
  },
});
