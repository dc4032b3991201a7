import * as z from "zod";
import { foldName } from "#app/lib/account/name-key.ts";
import { formatAmount } from "#app/lib/price.ts";
import { addCity, findCity, listCities } from "#app/models/city/cities.server.ts";
import { requireAmount, requireRanges } from "#app/operations/amounts.ts";
import { defineOperation, type OperationContext, refusedError } from "#app/operations/operation.ts";
import { cityOptions, describeZone, explainForeignZone, cityFields as fields } from "./city-fields.ts";

export const addCityOperation = defineOperation({
  verb: "add",
  description: "Adds a city. Its venues and events come after it.",
  example:
    'city add --slug vienna --name Vienna --country AT --zone Europe/Vienna --currency EUR --price 7 --deposit 10 --at "48.2082,16.3738"',
  options: cityOptions,
  next: [["Add its first restaurant", "venue add"]],
  changesData: true,
  concerns: "nobody",
  input: z.object({ ...fields, priceRanges: fields.priceRanges.optional(), at: fields.at.optional() }),
  async run({ db, now }, { slug, name, country, zone, currency, price, deposit, priceRanges, at }) {
    const duplicateError = () =>
      refusedError(`There is already a city ${slug}, or one called ${name} in ${country}.`);
    const newCity = {
      slug,
      name,
      country,
      timeZone: zone,
      currency,
      price: requireAmount("price", price, currency),
      deposit: requireAmount("deposit", deposit, currency),
      priceRanges: requireRanges(priceRanges ?? "", currency),
      ...at,
    };
    await requireFreeNames(db, { slug, name, country });
    const foreignZone = explainForeignZone(zone, country);
    return {
      summary: `add the city ${name}, in the time zone ${describeZone(zone, now)}, with ${newCity.deposit === 0 ? "no deposit" : `a deposit of ${formatAmount(newCity.deposit, currency)}`}${foreignZone ? ` (${foreignZone})` : ""}`,
      needsConfirmation: foreignZone !== undefined,
      canBeUndone: true,
      async apply() {
        const cityId = await addCity(db, newCity);
        if (!cityId) throw duplicateError();
        return {
          message: `Added ${name}, in the time zone ${describeZone(zone, now)}. Its short name is ${slug}.`,
          data: { id: cityId, ...newCity },
        };
      },
    };
  },
});

interface Names {
  id?: string;
  slug?: string | undefined;
  name: string;
  country: string | null;
}

export async function requireFreeNames(
  db: OperationContext["db"],
  { id, slug, name, country }: Names,
): Promise<void> {
  if (slug && (await findCity(db, slug))) throw refusedError(`There is already a city ${slug}.`);
  const twin = (await listCities(db)).find(
    (each) => each.id !== id && each.country === country && foldName(each.name) === foldName(name),
  );
  if (twin)
    throw refusedError(
      `There is already a city ${twin.name} in ${country ?? "no country"}, ${twin.slug}: give this one a name that tells them apart.`,
    );
}
