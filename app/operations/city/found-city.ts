import * as z from "zod";
import { foldName } from "#app/lib/account/name-key.ts";
import { longDate } from "#app/lib/dates.ts";
import { eventTimes, weeklyDates } from "#app/lib/event/event-times.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { capitalize } from "#app/lib/text.ts";
import { listCities } from "#app/models/city/cities.server.ts";
import { foundCity } from "#app/models/venue/found-city.server.ts";
import { requireAmount, sayAmount } from "#app/operations/amounts.ts";
import { yesOrNo } from "#app/operations/inputs.ts";
import { defineOperation, type OperationContext, refusedError } from "#app/operations/operation.ts";
import { weeklyFields } from "#app/operations/schedule/add-or-edit.ts";
import {
  formatRhythm,
  listHolidays,
  noHolidaysKnown,
  weekdays,
} from "#app/operations/schedule/find-schedule.ts";
import { createMapsLink, findDietPositions, venueFields } from "#app/operations/venue/venue-inputs.ts";
import { plural } from "#app/operations/words.ts";
import { requireFreeNames } from "./add-city.ts";
import { cityFields, countryCodes, explainForeignZone, proposeCurrency, proposeZone } from "./city-fields.ts";

const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const currencies = new Intl.DisplayNames("en", { type: "currency", fallback: "none" });

/** Two letters, or the name of a country. */
const toCountryCode = (typed: unknown) =>
  countryCodes.find((code) => foldName(regions.of(code) ?? "") === foldName(String(typed ?? ""))) ?? typed;

const toCountry = (typed = "") => String(toCountryCode(typed)).toUpperCase();

const nameOf = (names: Intl.DisplayNames, code: string) => {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
};

const isNone = (deposit = "") => /^(none|no|0|)$/i.test(deposit.trim());

/** Weeks that a new city can be booked ahead. */
const weeks = 8;

const fields = z.object({
  name: cityFields.name,
  country: z.preprocess(
    toCountryCode,
    z
      .string()
      .toUpperCase()
      .refine((code) => countryCodes.includes(code), "is a country such as Portugal, or its two letters"),
  ),
  zone: cityFields.zone,
  currency: cityFields.currency,
  price: cityFields.price,
  restaurant: venueFields.name,
  address: venueFields.address,
  phone: venueFields.phone.optional(),
  tables: venueFields.tables,
  diets: venueFields.diets.default([]),
  level: venueFields.price,
  stepFree: venueFields.stepFree,
  ...weeklyFields,
  skipHolidays: yesOrNo.default(true),
  deposit: cityFields.deposit.transform((typed) => (isNone(typed) ? "0" : typed)).default("0"),
});

/** Leaves room for a country and a number. */
const maxSlugLength = 50;

/** The name of the city in addresses, of its own name where that has Latin letters. */
async function chooseSlug({ db }: OperationContext, name: string, country: string): Promise<string> {
  const own = foldName(name).replaceAll(" ", "-").slice(0, maxSlugLength).replace(/-$/, "");
  const isLatin = /^[a-z0-9-]+$/.test(own);
  const inCountry = `${isLatin ? own : "city"}-${country.toLowerCase()}`;
  const taken = new Set((await listCities(db)).map(({ slug }) => slug));
  if (isLatin && !taken.has(own)) return own;
  let slug = inCountry;
  for (let number = 2; taken.has(slug); number++) slug = `${inCountry}-${number}`;
  return slug;
}

export const foundCityOperation = defineOperation({
  verb: "found",
  description:
    "Founds a city with its first restaurant and its weekly event, in six questions. Nobody sees it before all of them are answered, and every answer can be changed later.",
  example:
    'city found --name Lisbon --country Portugal --zone Europe/Lisbon --currency EUR --price 15 --restaurant "Taberna do Largo" --address "Largo do Carmo 8" --tables 3 --diets vegetarian,vegan --level 2 --step-free yes --on friday --at 20:00 --deposit none',
  concerns: "nobody",
  options: {
    name: ["<name>", "the name of the city"],
    country: ["<code>", "its country, such as Portugal or PT"],
    zone: ["<zone>", "its time zone"],
    currency: ["<code>", "its currency, such as EUR"],
    price: ["<amount>", "what a dinner usually costs there"],
    restaurant: ["<name>", "the name of the first restaurant"],
    address: ["<address>", "its address"],
    phone: ["<number>", "its phone number, for diners who can’t find it"],
    tables: ["<number>", "how many tables of five it has for you"],
    diets: ["<diets...>", "the diets that its kitchen can cook for"],
    level: ["<level>", "what dinner costs there, from 1 to 4, like the answers of the quiz"],
    stepFree: ["<yes|no>", "whether it has step-free access"],
    on: ["<day>", "the day of the week, monday to sunday"],
    at: ["<hour>", "the hour at which dinner begins, such as 20:00"],
    skipHolidays: ["<yes|no>", "whether public holidays of the next twelve months are left out"],
    deposit: ["<amount>", "the deposit of each booking, or none"],
  },
  next: [["Add another restaurant", "venue add"]],
  changesData: true,
  input: fields,
  propose({ name = "", country: typed, ...others }) {
    const country = toCountry(typed);
    return {
      zone: proposeZone(country, name),
      currency: proposeCurrency(country),
      ...{ tables: "3", level: "2", stepFree: "no", on: "friday", at: "19:00" },
      ...{ skipHolidays: "yes", deposit: "none" },
      ...others,
    };
  },
  questions: [
    {
      title: "Which city is it?",
      fields: ["name", "country"],
      describe: ({ name = "", country }) => [name, nameOf(regions, toCountry(country))],
    },
    {
      title: "What time is it there, and what do people pay with?",
      fields: ["zone", "currency", "price"],
      describe: ({ zone = "", currency = "", price = "" }) => [
        nameOf(currencies, currency.toUpperCase()),
        `A dinner costs about ${sayAmount(price, currency)}. ${zone}`,
      ],
    },
    {
      title: "Which restaurant is the first?",
      fields: ["restaurant", "address", "phone"],
      describe: ({ restaurant = "", address, phone }) => [
        restaurant,
        [address, phone].filter(Boolean).join(", "),
      ],
    },
    {
      title: "How many tables of five, and what can the kitchen do?",
      fields: ["tables", "diets", "level", "stepFree"],
      describe: ({ tables, diets = "", level, stepFree = "" }) => [
        plural(Number(tables), "table of five", "tables of five"),
        `${diets ? `Cooks ${diets.split("\n").join(", ")}` : "Cooks for no diet"}. Price ${level} of 4, ${/^y/i.test(stepFree) ? "step-free" : "with steps"}`,
      ],
    },
    {
      title: "On which day, at what hour?",
      fields: ["on", "at", "skipHolidays"],
      describe: ({ on = "", at, skipHolidays = "" }) => [
        `${capitalize(on)}s, ${at}`,
        `Booking ends two days before. ${/^n/i.test(skipHolidays) ? "Also on public holidays" : "Not on public holidays"}`,
      ],
    },
    {
      title: "A deposit?",
      fields: ["deposit"],
      describe: ({ deposit = "", currency = "" }) =>
        isNone(deposit)
          ? ["No deposit", "Booking is free"]
          : [`A deposit of ${sayAmount(deposit, currency)}`, "It goes back to everybody who comes"],
    },
  ],
  async checkAnswer(context, field, { currency = "", deposit, price = "", diets = "" }) {
    if (field === "diets") await findDietPositions(context, diets.split("\n"));
    if (!cityFields.currency.safeParse(currency).success) return;
    if (field === "price") requireAmount("price", price, currency);
    if (field === "deposit" && !isNone(deposit)) requireAmount("deposit", deposit ?? "", currency);
  },
  async run(context, input) {
    const { db, now } = context;
    const { name, country, zone: timeZone, currency, on, at: time, tables, skipHolidays } = input;
    const { restaurant, address } = input;
    const slug = await chooseSlug(context, name, country);
    await requireFreeNames(db, { slug, name, country });
    const [price, deposit] = (["price", "deposit"] as const).map((each) =>
      requireAmount(each, input[each], currency),
    ) as [number, number];
    const diets = await findDietPositions(context, input.diets);
    const foreignZone = explainForeignZone(timeZone, country);
    const weekly = { weekday: weekdays.indexOf(on) + 1, time, timeZone, weeks };
    const holidays = listHolidays({ ...weekly, country, skipped: [], pausedUntil: null }, now);
    const skipped = skipHolidays ? (holidays ?? []).map(({ date }) => date.getTime()) : [];
    const bookable = weeklyDates(weekly, now).filter(
      (date) =>
        date.getTime() - now.getTime() > eventTimes.closesBeforeMs && !skipped.includes(date.getTime()),
    );
    const first = bookable[0] ? `, first on ${longDate(bookable[0], timeZone)}` : "";
    const seats = plural(tables * tableSize, "seat");
    return {
      page: {
        title: `${name} can open`,
        when: `${capitalize(seats)} on ${formatRhythm(weekly.weekday, 1)}${first}.`,
        sum: `Opens ${plural(bookable.length, "event")}, and one more each week. Until then nobody sees ${name}.`,
      },
      summary: `open ${name}: ${formatRhythm(weekly.weekday, 1)} ${time} at ${restaurant} with ${seats}${first}${foreignZone ? `; ${foreignZone}` : ""}`,
      details: holidays
        ? holidays.map(({ says }) => `${says}${skipHolidays ? ", and left out" : ""}.`)
        : [noHolidaysKnown(country)],
      needsConfirmation: true,
      canBeUndone: true,
      async apply() {
        const ids = await foundCity(
          db,
          {
            city: { slug, name, country, timeZone, currency, price, deposit },
            venue: {
              ...{ name: restaurant, address, tables, diets, phone: input.phone ?? null },
              ...{ priceLevel: input.level, stepFree: input.stepFree },
              googleMapsLink: createMapsLink(restaurant, address),
            },
            schedule: { weekday: weekly.weekday, time, weeks, skipped },
          },
          now,
        );
        if (!ids) throw refusedError(`There is already a city ${name} now: nothing was changed.`);
        return {
          message: [
            `${name} is open. Its events can be booked within a minute.`,
            "To change an answer, use city edit, venue edit and schedule edit.",
          ],
          data: { city: slug, ...ids },
        };
      },
    };
  },
});
