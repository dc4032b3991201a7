import * as z from "zod";
import { isTimeZone } from "#app/lib/dates.ts";
import { formatAmount, minCharge, parseAmount } from "#app/lib/price.ts";
import {
  addCity,
  type City,
  editCity,
  findCity,
  listCitiesWithCounts,
} from "#app/models/city/cities.server.ts";
import { citySlug, findCityBySlug } from "./city-inputs.ts";
import { type CommandGroup, defineCommand } from "./command.ts";
import { refusedError, usageError } from "./exit-codes.ts";
import { noInput, text } from "./inputs.ts";
import { removeCityCommand } from "./remove-city.ts";
import { formatRows, plural } from "./text-table.ts";

/** Exceptional codes, which are no countries. */
const otherRegions = "AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" ");
const regionNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

const isCountry = (code: string) =>
  regionNames.of(code) !== undefined &&
  new Intl.Locale(`und-${code}`).region === code &&
  !otherRegions.includes(code);

/** Time zones are compared with those of visitors, so their capitals matter. */
const spellTimeZone = (typed: string) =>
  Intl.supportedValuesOf("timeZone").find((name) => name.toLowerCase() === typed.toLowerCase()) ?? typed;

const currencies = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));

function parseCoordinates(typed: string): { latitude: number; longitude: number } | undefined {
  const parts = /^\s*(-?\d{1,2}(?:\.\d{1,10})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,10})?)\s*$/.exec(typed);
  const [latitude = 91, longitude = 181] = parts?.slice(1).map(Number) ?? [];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

const amount = z.string().trim().max(20, "is too long for an amount");

const fields = {
  slug: z
    .string()
    .max(60, "is longer than 60 characters")
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "has only letters a to z, digits and hyphens, such as new-york"),
  name: text(80),
  country: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, "is a country of two letters, such as HU")
    .refine(isCountry, "is a country of two letters, such as HU"),
  zone: z
    .string()
    .refine((name) => /^[a-z]/i.test(name) && isTimeZone(name), "is a time zone such as Europe/Budapest")
    .transform(spellTimeZone),
  currency: z
    .string()
    .toLowerCase()
    .refine((code) => currencies.has(code), "is a currency of three letters, such as HUF"),
  price: amount,
  deposit: amount,
  at: z.string().transform((typed, context) => {
    const position = parseCoordinates(typed);
    if (position) return position;
    context.addIssue({
      code: "custom",
      message: 'is a latitude and a longitude, such as "47.4979,19.0402"',
    });
    return z.NEVER;
  }),
};

const options: [flags: string, description: string][] = [
  ["--slug <slug>", "its name in addresses, such as new-york"],
  ["--name <name>", "its name"],
  ["--country <code>", "its country, two letters, such as HU"],
  ["--zone <zone>", "its time zone, such as Europe/Budapest"],
  ["--currency <code>", "its currency, such as HUF"],
  ["--price <amount>", "what a dinner usually costs, such as 2500 or 7.50"],
  ["--deposit <amount>", "the deposit, such as 3000 or 10"],
  [
    "--at <position>",
    'latitude and longitude, such as "47.4979,19.0402", so that visitors nearby see it first',
  ],
];

function requireAmount(option: "price" | "deposit", typed: string, currency: string): number {
  const parsed = parseAmount(typed, currency);
  const code = currency.toUpperCase();
  if (parsed === undefined)
    throw usageError(
      `--${option} is an amount of ${code}, such as ${formatAmount(parseAmount("1500", currency) ?? 0, currency)}: “${typed}” is none, or can’t be charged.`,
    );
  const min = minCharge(currency);
  if (option === "deposit" && parsed === 0) throw usageError("--deposit is more than 0.");
  if (option === "deposit" && parsed < min)
    throw usageError(`--deposit is at least ${formatAmount(min, currency)}: Stripe charges no less.`);
  return parsed;
}

const listCommand = defineCommand({
  usage: "list",
  description: "Lists the cities, and how many venues and upcoming events each has.",
  example: "city list",
  input: noInput,
  async run({ db, now }) {
    const data = await listCitiesWithCounts(db, now);
    const rows = data.map((city) => [
      city.slug,
      city.name,
      city.country ?? "",
      city.timeZone,
      formatAmount(city.price, city.currency),
      formatAmount(city.deposit, city.currency),
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
    return { message: formatRows(headings, rows, "No city yet: add one with city add."), data };
  },
});

const addCommand = defineCommand({
  usage: "add",
  description: "Adds a city. Its venues and events come after it.",
  example:
    'city add --slug vienna --name Vienna --country AT --zone Europe/Vienna --currency EUR --price 7 --deposit 10 --at "48.2082,16.3738"',
  options,
  changesData: true,
  input: z.object({ ...fields, at: fields.at.optional() }),
  async run({ db }, { slug, name, country, zone, currency, price, deposit, at }) {
    const duplicateError = () => refusedError(`There is already a city ${slug}.`);
    const newCity = {
      slug,
      name,
      country,
      timeZone: zone,
      currency,
      price: requireAmount("price", price, currency),
      deposit: requireAmount("deposit", deposit, currency),
      ...at,
    };
    if (await findCity(db, slug)) throw duplicateError();
    return {
      summary: `add the city ${name}, in the time zone ${zone}, with a deposit of ${formatAmount(newCity.deposit, currency)}`,
      async apply() {
        const cityId = await addCity(db, newCity);
        if (!cityId) throw duplicateError();
        return { message: `Added ${name}: name it with --city ${slug}.`, data: { id: cityId, ...newCity } };
      },
    };
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
  at: fields.at.optional(),
});

const editCommand = defineCommand({
  usage: "edit <city>",
  description:
    "Changes a city. Deposits that are paid keep their amount and currency. With another slug, links to the old one end at a page that is not found.",
  example: "city edit vienna --deposit 12.50",
  options,
  changesData: true,
  input: editSchema,
  async run(context, { city: wantedCity, ...wanted }) {
    const { db, now } = context;
    const city = await findCityBySlug(context, wantedCity);
    const changes = findChanges(city, wanted);
    const counts = (await listCitiesWithCounts(db, now)).find(({ id }) => id === city.id);
    if (changes.timeZone && counts && counts.upcomingCount > 0)
      throw refusedError(
        `The time zone can’t change while ${city.name} has ${plural(counts.upcomingCount, "upcoming event")}.`,
      );
    if (changes.slug && (await findCity(db, changes.slug)))
      throw refusedError(`There is already a city ${changes.slug}.`);
    return {
      summary: `change the ${Object.keys(wanted).join(", ")} of ${city.name}`,
      async apply() {
        if (!(await editCity(db, { id: city.id, changes, now })))
          throw refusedError("The city has a new event, or another city has this slug: nothing was changed.");
        return { message: `Changed ${changes.name ?? city.name}.`, data: { id: city.id, ...changes } };
      },
    };
  },
});

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
    latitude: wanted.at?.latitude ?? city.latitude,
    longitude: wanted.at?.longitude ?? city.longitude,
  };
  const changes = Object.fromEntries(
    Object.entries(edited).filter(([key, value]) => value !== city[key as keyof City]),
  );
  if (Object.keys(changes).length === 0)
    throw usageError("Nothing to change: use an option with a new value, see --help.");
  return changes;
}

export const city: CommandGroup = {
  description: "Cities: each has a time zone, a currency and a deposit.",
  commands: [listCommand, addCommand, editCommand, removeCityCommand],
};
