import * as z from "zod";
import { formatAmount, typeAmount } from "#app/lib/price.ts";
import {
  type City,
  countUses,
  editCity,
  listCitiesWithCounts,
  removeCity,
} from "#app/models/city/cities.server.ts";
import { askAnew, countAskingEvents } from "#app/models/event/events.server.ts";
import { nameDeposit, requireAmount, requireRanges, typeRanges } from "#app/operations/amounts.ts";
import { citySlug, findCityBySlug, noInput } from "#app/operations/inputs.ts";
import { defineOperation, type Noun, refusedError, usageError } from "#app/operations/operation.ts";
import { listCounts, plural } from "#app/operations/words.ts";
import { addCityOperation, requireFreeNames } from "./add-city.ts";
import { cityOptions, describeZone, explainForeignZone, cityFields as fields } from "./city-fields.ts";
import { cityRequestsOperation, tellCityOperation } from "./city-requests.ts";
import { foundCityOperation } from "./found-city.ts";

const removeCityOperation = defineOperation({
  verb: "remove",
  arguments: "<city>",
  description:
    "Removes a city that was never used. One that was used stays for its past events; diners are offered it only while it has upcoming events or a schedule.",
  example: "city remove vienna",
  concerns: "nobody",
  changesData: true,
  input: z.object({ city: citySlug }),
  async run(context, { city: slug }) {
    const { db } = context;
    const city = await findCityBySlug(context, slug);
    const { venueCount, eventCount, scheduleCount } = await countUses(db, city.id);
    const uses = listCounts([
      [venueCount, "venue"],
      [eventCount, "event"],
      [scheduleCount, "schedule"],
    ]);
    if (uses)
      throw refusedError(
        `${city.name} can’t be removed: it has ${uses}, counting past, canceled and ended ones. Diners are offered it only while it has upcoming events or a schedule: cancel or end these to put it away.`,
      );
    return {
      summary: `remove the city ${city.name}`,
      needsConfirmation: true,
      async apply() {
        if (!(await removeCity(db, city.id)))
          throw refusedError(`${city.name} has a venue, an event or a schedule now: it was not removed.`);
        return { message: `Removed ${city.name}.`, data: { id: city.id } };
      },
    };
  },
});

const listOperation = defineOperation({
  verb: "list",
  description: "Lists the cities, and how many venues and upcoming events each has.",
  example: "city list",
  concerns: "nobody",
  input: noInput,
  async run({ db, now }) {
    const data = await listCitiesWithCounts(db, now);
    const rows = data.map((city) => [
      city.slug,
      city.name,
      city.country ?? "",
      city.timeZone,
      formatAmount(city.price, city.currency),
      nameDeposit(city.deposit, city.currency),
      city.venueCount,
      city.upcomingCount,
    ]);
    const headings = [
      "city",
      "name",
      "country",
      "time zone",
      "price",
      "deposit",
      "venues",
      "upcoming events",
    ];
    return { message: { headings, rows, empty: "No city yet: add one with city add." }, data };
  },
});

const editSchema = z.object({
  city: citySlug,
  slug: fields.slug.optional(),
  name: fields.name.optional(),
  country: fields.country.optional(),
  zone: fields.zone.optional(),
  currency: fields.currency.optional(),
  price: fields.price.optional(),
  deposit: fields.deposit.optional(),
  priceRanges: fields.priceRanges.optional(),
  at: fields.at.optional(),
});

const editOperation = defineOperation({
  verb: "edit",
  arguments: "<city>",
  description:
    "Changes a city. Deposits that are paid keep their amount and currency. With another name in addresses, old links stop working.",
  example: "city edit vienna --deposit 12.50",
  concerns: "nobody",
  options: cityOptions,
  changesData: true,
  input: editSchema,
  async readCurrent(context, named) {
    const { slug, name, country, timeZone, currency, price, deposit, priceRanges, latitude, longitude } =
      await findCityBySlug(context, named);
    return {
      slug,
      name,
      country: country ?? "",
      zone: timeZone,
      currency: currency.toUpperCase(),
      price: typeAmount(price, currency),
      deposit: typeAmount(deposit, currency),
      priceRanges: typeRanges(priceRanges, currency),
      at: latitude === null || longitude === null ? "" : `${latitude},${longitude}`,
    };
  },
  async run(context, { city: wantedCity, ...wanted }) {
    const { db, now } = context;
    const city = await findCityBySlug(context, wantedCity);
    const changes = findChanges(city, wanted);
    const counts = (await listCitiesWithCounts(db, now)).find(({ id }) => id === city.id);
    if (changes.timeZone && counts && counts.upcomingCount > 0)
      throw refusedError(
        `The time zone can’t change while ${city.name} has ${plural(counts.upcomingCount, "upcoming event")}.`,
      );
    const { slug, name = city.name, country = city.country, timeZone } = changes;
    await requireFreeNames(db, { slug, name, country, id: city.id });
    const isZoneConcerned = timeZone !== undefined || changes.country !== undefined;
    const foreignZone =
      isZoneConcerned && country ? explainForeignZone(timeZone ?? city.timeZone, country) : undefined;
    const { upcomingCount = 0 } = counts ?? {};
    const asking = changes.currency === undefined ? undefined : await countAskingEvents(db, city, now);
    const depositNote = asking
      ? describeAsking(
          asking,
          nameDeposit(changes.deposit ?? city.deposit, changes.currency ?? city.currency),
        )
      : changes.deposit === undefined || upcomingCount === 0
        ? ""
        : `; ${plural(upcomingCount, "event")} to come ${upcomingCount === 1 ? "keeps its own deposit" : "keep their own deposit"}`;
    const zoneNotes = [timeZone && describeZone(timeZone, now), foreignZone].filter(Boolean).join("; ");
    return {
      summary: `change the ${Object.keys(wanted).join(", ")} of ${city.name}${zoneNotes ? ` (${zoneNotes})` : ""}${depositNote}`,
      details: describeAmounts(city, changes),
      needsConfirmation: foreignZone !== undefined || (asking?.count ?? 0) > 0,
      canBeUndone: true,
      async apply() {
        if (!(await editCity(db, { id: city.id, changes, now }, askAnew)))
          throw refusedError(
            "The city has a new event, or another city has this slug, or this name in the same country: nothing was changed.",
          );
        return { message: `Changed ${changes.name ?? city.name}.`, data: { id: city.id, ...changes } };
      },
    };
  },
});

/** "Price: 15 EUR, before 12 EUR." */
function describeAmounts(city: City, changes: Partial<City>): string[] {
  const changed = { ...city, ...changes };
  const say = ({ price, deposit, priceRanges, currency }: City) => [
    ["Price", formatAmount(price, currency)],
    ["Deposit", nameDeposit(deposit, currency)],
    ["Price ranges", typeRanges(priceRanges, currency) || "none"],
  ];
  const before = say(city);
  return say(changed).flatMap(([name, is], i) =>
    is === before[i]?.[1] ? [] : [`${name}: ${is}, before ${before[i]?.[1]}.`],
  );
}

const describeAsking = ({ count, ownCount }: { count: number; ownCount: number }, deposit: string) =>
  count === 0
    ? ""
    : `; ${plural(count, "event")} to come ${count === 1 ? "changes its deposit" : "change their deposits"} to ${deposit}${ownCount > 0 ? `, also ${ownCount} with ${ownCount === 1 ? "a deposit of its" : "deposits of their"} own` : ""}`;

function findChanges(city: City, wanted: Omit<z.output<typeof editSchema>, "city">): Partial<City> {
  const { slug = city.slug, name = city.name, zone = city.timeZone, currency = city.currency } = wanted;
  if (currency !== city.currency && (wanted.price === undefined || wanted.deposit === undefined))
    throw usageError("Another currency needs --price and --deposit too.");
  const edited: Omit<City, "id"> = {
    slug,
    name,
    country: wanted.country ?? city.country,
    timeZone: zone,
    currency,
    price: wanted.price === undefined ? city.price : requireAmount("price", wanted.price, currency),
    deposit: wanted.deposit === undefined ? city.deposit : requireAmount("deposit", wanted.deposit, currency),
    priceRanges:
      wanted.priceRanges !== undefined
        ? requireRanges(wanted.priceRanges, currency)
        : currency === city.currency
          ? city.priceRanges
          : null,
    latitude: wanted.at?.latitude ?? city.latitude,
    longitude: wanted.at?.longitude ?? city.longitude,
  };
  const changes = Object.fromEntries(
    Object.entries(edited).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(city[key as keyof City]),
    ),
  );
  if (Object.keys(changes).length === 0) throw usageError("Nothing to change: all of it is so already.");
  return changes;
}

export const city: Noun = {
  description: "Cities: each has a time zone, a currency and a deposit.",
  operations: [
    listOperation,
    foundCityOperation,
    addCityOperation,
    editOperation,
    removeCityOperation,
    cityRequestsOperation,
    tellCityOperation,
  ],
};
