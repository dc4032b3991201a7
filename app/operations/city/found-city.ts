import * as z from "zod";
import { foldName } from "#app/lib/account/name-key.ts";
import { longDate } from "#app/lib/dates.ts";
import { eventTimes, weeklyDates } from "#app/lib/event/event-times.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { capitalize } from "#app/lib/text.ts";
import { findCity, listCities, listCitiesWithCounts } from "#app/models/city/cities.server.ts";
import { listVenues } from "#app/models/venue/venues.server.ts";
import { yesOrNo } from "#app/operations/inputs.ts";
import {
  defineOperation,
  type Operation,
  type OperationContext,
  refusedError,
} from "#app/operations/operation.ts";
import { addScheduleOperation, weeklyFields } from "#app/operations/schedule/add-or-edit.ts";
import {
  formatRhythm,
  listHolidays,
  noHolidaysKnown,
  weekdays,
} from "#app/operations/schedule/find-schedule.ts";
import { addVenueOperation } from "#app/operations/venue/venue.ts";
import { findDietPositions, venueFields } from "#app/operations/venue/venue-inputs.ts";
import { plural } from "#app/operations/words.ts";
import { addCityOperation } from "./add-city.ts";
import { cityFields, countryCodes, proposeCurrency, proposeZone } from "./city-fields.ts";

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

type Founding = z.output<typeof fields>;

/** What somebody would type for the operation. */
const plan = (context: OperationContext, operation: Operation, typed: object) =>
  operation.run(context, operation.input.parse(typed));

/** Returns the id of what is added. */
async function apply(context: OperationContext, operation: Operation, typed: object): Promise<string> {
  const outcome = await plan(context, operation, typed);
  const { data } = "message" in outcome ? outcome : await outcome.apply();
  return (data as { id: string }).id;
}

/** The name of the city in addresses, of its own name where that has Latin letters. */
async function chooseSlug({ db }: OperationContext, name: string): Promise<string> {
  const slug = foldName(name).replaceAll(" ", "-");
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) ? slug : `city-${(await listCities(db)).length + 1}`;
}

/** A city that was begun and has no evenings yet is finished; another one keeps its name. */
async function findBegun({ db, now }: OperationContext, { name, country, zone, currency }: Founding) {
  const found = (await listCitiesWithCounts(db, now)).find(
    (city) => foldName(city.name) === foldName(name) && city.country === country,
  );
  if (!found) return undefined;
  const isBegun =
    found.timeZone === zone &&
    found.currency === currency &&
    found.upcomingCount === 0 &&
    found.venueCount < 2;
  if (!isBegun) throw refusedError(`There is already a city ${found.name} in ${nameOf(regions, country)}.`);
  return found;
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
      describe: ({ zone = "", currency = "", price }) => [
        nameOf(currencies, currency.toUpperCase()),
        `A dinner costs about ${price}. ${zone}`,
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
      describe: ({ tables, diets = "", level, stepFree }) => [
        plural(Number(tables), "table of five", "tables of five"),
        `${diets ? `Cooks ${diets.split("\n").join(", ")}` : "Cooks for no diet"}. Price ${level} of 4, ${stepFree === "yes" ? "step-free" : "with steps"}`,
      ],
    },
    {
      title: "On which day, at what hour?",
      fields: ["on", "at", "skipHolidays"],
      describe: ({ on = "", at, skipHolidays }) => [
        `${capitalize(on)}s, ${at}`,
        `Booking ends two days before. ${skipHolidays === "no" ? "Also on public holidays" : "Not on public holidays"}`,
      ],
    },
    {
      title: "A deposit?",
      fields: ["deposit"],
      describe: ({ deposit, currency = "" }) =>
        isNone(deposit)
          ? ["No deposit", "Booking is free"]
          : [`A deposit of ${deposit} ${currency.toUpperCase()}`, "It goes back to everybody who comes"],
    },
  ],
  async run(context, input) {
    const { db, now } = context;
    const { name, country, zone: timeZone, currency, price, deposit } = input;
    const { restaurant, address, on, at: time, tables, skipHolidays } = input;
    const begun = await findBegun(context, input);
    const slug = begun?.slug ?? (await chooseSlug(context, name));
    const cityInput = { slug, name, country, zone: timeZone, currency, price, deposit };
    const city = begun ? undefined : await plan(context, addCityOperation, cityInput);
    await findDietPositions(context, input.diets);
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
      summary: `open ${name}: ${formatRhythm(weekly.weekday, 1)} ${time} at ${restaurant} with ${seats}${first}${city && "summary" in city && city.needsConfirmation ? `; ${city.summary.replace(/^.*\((.*)\)$/, "$1")}` : ""}`,
      details: holidays
        ? holidays.map(({ says }) => `${says}${skipHolidays ? ", and left out" : ""}.`)
        : [noHolidaysKnown(country)],
      needsConfirmation: true,
      canBeUndone: true,
      isRepeatable: true,
      async apply() {
        if (!begun) await apply(context, addCityOperation, cityInput);
        const cityId = (await findCity(db, slug))?.id ?? "";
        const venue = (await listVenues(db, cityId)).find((each) => each.name === restaurant);
        const { phone, diets, level, stepFree } = input;
        const venueId =
          venue?.id ??
          (await apply(context, addVenueOperation, {
            ...{ city: slug, name: restaurant, address, phone, diets },
            ...{ tables: String(tables), price: String(level), stepFree: stepFree ? "yes" : "no" },
          }));
        const schedule = await apply(context, addScheduleOperation, {
          ...{ city: slug, on, at: time, keep: skipHolidays ? [] : ["all"] },
        });
        return {
          message: [
            `${name} is open. Its events can be booked within a minute.`,
            "To change an answer, use city edit, venue edit and schedule edit.",
          ],
          data: { city: slug, cityId, venue: venueId, schedule },
        };
      },
    };
  },
});
