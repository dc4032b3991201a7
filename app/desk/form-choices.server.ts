import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { inArray } from "drizzle-orm";
import { deposits } from "#app/db/schema/deposit.ts";
import { schedules } from "#app/db/schema/event.ts";
import { findIdsByPrefix } from "#app/db/statements.ts";
import { dateAndTime } from "#app/lib/dates.ts";
import type { Operator } from "#app/lib/desk-settings.ts";
import { countPeople } from "#app/lib/event/sheet.ts";
import { formatAmount } from "#app/lib/price.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { hasBookings, searchPeople } from "#app/models/account/search-people.server.ts";
import { findUser } from "#app/models/account/users.server.ts";
import { findEventBooking, listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import { type City, listCities } from "#app/models/city/cities.server.ts";
import { findDeposit } from "#app/models/deposit/deposits.server.ts";
import { type Evening, listEvenings } from "#app/models/event/evening.server.ts";
import { type EventDetails, findEvent } from "#app/models/event/events.server.ts";
import { listSchedules } from "#app/models/event/schedules.server.ts";
import { listTablesForWalkIn } from "#app/models/host/walk-ins.server.ts";
import { listDiets, listVenues } from "#app/models/venue/venues.server.ts";
import { countryCodes } from "#app/operations/city/city-fields.ts";
import { getEventState } from "#app/operations/event/find-event.ts";
import { type Operation, type OperationContext, OperationError } from "#app/operations/operation.ts";
import { nameSchedule } from "#app/operations/schedule/find-schedule.ts";
import { plural } from "#app/operations/words.ts";
import { sayAtDesk } from "./desk-words.server.ts";
import {
  type Choice,
  describeForm,
  type FormField,
  readTyped,
  readValues,
  type Subject,
  splitLines,
  wasName,
} from "./operation-form.ts";
import { citySlugsOf } from "./operator.server.ts";
import { createOperationContext, refuse, type Shown } from "./run-operation.server.ts";
import { checkScope, isWithin, scopeFields } from "./scope.server.ts";

/** More than anybody chooses from: then it is typed. */
const maxChoices = 1_000;

interface Asked {
  operation: Operation;
  operator: Operator;
  fields: readonly FormField[];
  values: Record<string, string>;
  /** The names of the fields that the address fills in. */
  linked: readonly string[];
}

interface Club {
  context: OperationContext;
  operator: Operator;
  /** Those that the operator sees. */
  cities: City[];
  city: City | undefined;
  event: EventDetails | undefined;
  operation: Operation;
}

export interface FilledForm {
  fields: FormField[];
  values: Record<string, string>;
  /** What the address has filled in already, in words. */
  given: { name: string; value: string; says: string }[];
  /** The field that decides what the others can be; while it is empty, it alone is asked for. */
  opening?: string | undefined;
  /** It needs an event, and there is none to choose. */
  hasNoEvent?: boolean;
  refused?: Shown & { is: "refused" };
}

type Args = Pick<LoaderFunctionArgs, "request" | "context">;

/** The form with what was typed, what the club has to choose from, and today's values of what is edited. */
export async function fillForm(
  { request, context }: Args,
  { operation, operator }: Pick<Asked, "operation" | "operator">,
  form: URLSearchParams | FormData,
): Promise<FilledForm> {
  const fields = describeForm(operation);
  const values = readValues(fields, form);
  const linked = [...new URL(request.url).searchParams].flatMap(([name, value]) => (value ? name : []));
  const operationContext = createOperationContext(context, operator);
  try {
    const filled = await fillIn(operationContext, { operation, operator, fields, values, linked });
    const input = readTyped(fields, filled.values) as Record<string, unknown>;
    // Of what an operator may not see, nothing is shown.
    if (scopeFields.some((name) => input[name])) await checkScope(operationContext, operator, input);
    return choosePeople(filled);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return { fields, values: {}, given: [], refused: refuse(error, operation, values) };
  }
}

async function fillIn(context: OperationContext, asked: Asked): Promise<FilledForm> {
  const { operation, linked } = asked;
  const values = { ...asked.values };
  const [first] = asked.fields;
  const any = await findClub(context, { ...asked, values: {} });
  for (const field of asked.fields) {
    const text = values[field.name] ?? "";
    const decides = field.isPositional || field.subject === "city" || field.subject === "event";
    if (field.subject && field.subject !== "person" && decides && / /.test(text))
      values[field.name] = findValue(text, await choicesOf[field.subject](any, field, text));
  }
  const club = await findClub(context, { ...asked, values });
  const named = first?.isPositional ? values[first.name] : undefined;
  const current = named && operation.readCurrent ? await operation.readCurrent(context, named) : {};
  const fields = await Promise.all(
    asked.fields.map(async (field): Promise<FormField> => {
      const now = current[field.name];
      if (now !== undefined && values[wasName(field.name)] === undefined) {
        values[wasName(field.name)] = now;
        values[field.name] ??= now;
      }
      const hint = sayAtDesk(field.hint, asked.fields);
      if (!field.subject) return { ...field, hint };
      const found = await choicesOf[field.subject](club, field, values[field.name] ?? "");
      const choices = found.slice(0, maxChoices);
      const text = values[field.name];
      if (text)
        values[field.name] = splitLines(text)
          .map((line) => findValue(line, choices))
          .join("\n");
      return { ...field, hint, choices };
    }),
  );
  // News is for a city instead of an event.
  const hasEvent = fields.some(({ subject }) => subject === "event");
  for (const { name, subject, choices, isPositional } of fields)
    if (!hasEvent && subject === "city" && !isPositional && !operation.readCurrent && choices.length === 1)
      values[name] ??= choices[0]?.value ?? "";
  const given = fields.flatMap(({ name, subject, choices, kind, hint }) => {
    const value = values[name] ?? "";
    const isFixed = linked.includes(name) && (operation.changesData || name === first?.name);
    if (kind === "check") return value && isFixed ? [{ name, value, says: hint }] : [];
    const says = choices.find((each) => each.value === value.replace(/=\d+$/, ""))?.label ?? "";
    const isOnly = subject === "city" && choices.length === 1;
    const isGiven = says ? subject && (isFixed || isOnly) : isFixed && isId(value);
    return value !== "" && isGiven ? [{ name, value, says }] : [];
  });
  const hasNoEvent = fields.some(
    ({ name, subject, isRequired, choices }) =>
      subject === "event" && isRequired && choices.length === 0 && !values[name],
  );
  return { fields, values, given, opening: findOpening(operation, fields, values)?.name, hasNoEvent };
}

/** Where there are too many to pick from, the label is typed. */
function findValue(line: string, choices: readonly Choice[]): string {
  const [, label = line, tables = ""] = /^(.*?)(=\d+)?$/.exec(line) ?? [];
  const isStart = /^[\da-f]{8}$/.test(label);
  const chosen = choices.find((each) => each.label === label || (isStart && each.value.startsWith(label)));
  return chosen ? chosen.value + tables : line;
}

const isId = (value: string) => /^[\da-f]{8}(-[\da-f-]+)?$/.test(value);

async function findClub(
  context: OperationContext,
  { operation, operator, fields, values }: Omit<Asked, "linked">,
): Promise<Club> {
  const { db } = context;
  const slugs = citySlugsOf(operator);
  const cities = (await listCities(db)).filter(({ slug }) => slugs?.includes(slug) ?? true);
  const findNamed = (subject: Subject) => {
    const field = fields.find((each) => each.subject === subject && !each.hasMany && values[each.name]);
    return field && values[field.name];
  };
  const [bookingId, scheduleId] = [findNamed("booking"), findNamed("schedule")];
  const eventId = findNamed("event") ?? (bookingId && (await findEventBooking(db, bookingId))?.eventId);
  const event = eventId ? await findEvent(db, eventId) : undefined;
  const [schedule] = scheduleId ? await listSchedules(db, inArray(schedules.id, [scheduleId])) : [];
  const slug = operation.readCurrent ? undefined : values.city;
  const cityId = event?.cityId ?? schedule?.cityId;
  const only = cities.length === 1 ? cities[0] : undefined;
  const city = cities.find((each) => each.id === cityId || each.slug === slug) ?? only;
  return { context, operator, operation, cities, city, event };
}

/** Of a city or an event that others depend on, or of what is edited. */
function findOpening(operation: Operation, fields: readonly FormField[], values: Record<string, string>) {
  const depends = (pattern: RegExp) => fields.some(({ subject = "" }) => pattern.test(subject));
  const hasBooking = fields.some(({ name, subject }) => subject === "booking" && values[name]);
  return fields.find(({ name, subject, isPositional, choices }) => {
    if (values[name] || choices.length === 0) return false;
    if (operation.readCurrent) return isPositional;
    if (subject === "city") return depends(/venue/) && !depends(/event/);
    return (
      subject === "event" &&
      !hasBooking &&
      !values.city &&
      !values.everybody &&
      depends(/venue|table|booking/)
    );
  });
}

const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const currencies = new Intl.DisplayNames("en", { type: "currency", fallback: "none" });

const nameCity = ({ name, country }: City) => (country ? `${name}, ${regions.of(country) ?? country}` : name);

const byLabel = (one: Choice, other: Choice) => one.label.localeCompare(other.label, "en");

const same = (value: string): Choice => ({ value, label: value });

type List = (club: Club, field: FormField, typed: string) => Choice[] | Promise<Choice[]>;

const choicesOf: Record<Subject, List> = {
  city: ({ cities }) => cities.map((each) => ({ value: each.slug, label: nameCity(each) })),
  country: () => countryCodes.map((value) => ({ value, label: regions.of(value) ?? value })).sort(byLabel),
  currency: () =>
    Intl.supportedValuesOf("currency")
      .map((value) => ({ value, label: `${value}, ${currencies.of(value) ?? value}` }))
      .sort(byLabel),
  zone: () => [...Intl.supportedValuesOf("timeZone"), "UTC"].map(same),
  "price level": () =>
    ["1, the least", "2", "3", "4, the most"].map((label) => ({ value: label.charAt(0), label })),
  diet: async ({ context }) => (await listDiets(context.db)).map(same),
  async venue({ context: { db }, city, cities, event }, { name }) {
    const label = ({ name, address, tables }: { name: string; address: string; tables: number }) =>
      `${name}, ${address} (${plural(tables, "table")})`;
    if (event && !/^(add|instead)$/.test(name))
      return event.venues.map((venue) => ({ value: venue.venueId, label: label(venue) }));
    const isThere = new Set(event?.venues.map(({ venueId }) => venueId));
    const found = (await listVenues(db, city?.id)).filter(
      ({ id, cityId }) => !isThere.has(id) && cities.some((each) => each.id === cityId),
    );
    return found.map((venue) => ({
      value: venue.id,
      label: city ? label(venue) : `${venue.name}, ${venue.cityName}, ${venue.address}`,
    }));
  },
  /** Those to come first, then those before. */
  async event({ context: { db, now }, operator, event, operation: { eventStates } }) {
    const at = (days: number) => new Date(now.getTime() + days * dayMs);
    const [coming, past] = await Promise.all([
      listEvenings(db, { from: at(-0.5), to: at(400) }, operator.cities, maxChoices),
      eventStates ? [] : listEvenings(db, { from: at(-30), to: at(-0.5) }, operator.cities),
    ]);
    const isShown = (each: Evening) =>
      !each.canceledAt &&
      each.id !== event?.id &&
      isWithin(operator, each, now) &&
      (eventStates?.includes(getEventState(each, now)) ?? true);
    const shown = [...coming.filter(isShown).slice(0, 200), ...past.filter(isShown).reverse()];
    return [...(event ? [event] : []), ...shown].map(({ id, date, timeZone, cityName }) => ({
      value: id,
      label: `${dateAndTime(date, timeZone)}, ${cityName}`,
    }));
  },
  async schedule({ context: { db }, cities }) {
    const found = await listSchedules(db);
    return found
      .filter(({ cityId }) => cities.some(({ id }) => id === cityId))
      .map((schedule) => ({ value: schedule.id, label: nameSchedule(schedule) }));
  },
  async table({ context: { db }, event, operation }) {
    if (!event?.matchedAt) return [];
    const all = await listTables(db, event.id);
    const free = operation.verb === "walk-in" ? await listTablesForWalkIn(db, event.id) : null;
    return all
      .filter(
        ({ number, walkIns }) =>
          (free?.includes(number) ?? true) && (operation.verb !== "walk-in-remove" || walkIns.length > 0),
      )
      .map(({ number, venueName, diners, walkIns }) => ({
        value: String(number),
        label: `${number}, ${venueName}, ${countPeople(diners.length + walkIns.length)}`,
      }));
  },
  async booking({ context: { db }, event }, { name, isPositional, hasMany }, typed) {
    if (!event || event.taken > maxChoices) return [];
    const isSeated = /^(came|missed|except)$/.test(name);
    const only = isPositional && !hasMany ? await findEventBooking(db, typed) : undefined;
    const found = (only ? [only] : await listEventBookings(db, event.id)).filter(
      ({ canceled, confirmed }) => !canceled && (confirmed || !isSeated),
    );
    const named = found.map(({ id, email, name: shown, table }) => ({
      ...{ value: id, email },
      label: table ? `${shown}, table ${table}` : shown,
    }));
    const byName = Map.groupBy(named, ({ label }) => label);
    return named
      .map(({ value, label, email }) => ({
        value,
        label: byName.get(label)?.length === 1 ? label : `${label}, ${email}`,
      }))
      .sort(byLabel);
  },
  async deposit({ context: { db } }, _, typed) {
    const [id, other] = typed ? await findIdsByPrefix(db, deposits, typed) : [];
    const found = id && !other ? await findDeposit(db, { id }) : undefined;
    if (!found) return [];
    const { name, date, timeZone, deposit } = found;
    const says = [
      name || "A deleted account",
      ...(date ? [dateAndTime(date, timeZone ?? "UTC")] : []),
      `${formatAmount(deposit.amount - deposit.refunded, deposit.currency)} left`,
    ];
    return [{ value: deposit.id, label: says.join(", ") }];
  },
  async person({ context: { db }, operator }, _, typed) {
    if (typed === "") return [];
    const citySlugs = citySlugsOf(operator);
    const known = await findUser(db, typed);
    // To who runs a city, only of those who booked there.
    if (known && !(await hasBookings(db, known.id, citySlugs))) return [];
    const found = known ? [known] : await searchPeople(db, { typed, citySlugs });
    return found.map(({ id, firstName, lastName, email }) => ({
      value: id,
      label: `${firstName} ${lastName}, ${email}`.trim(),
    }));
  },
};

/** A name that was typed for a person becomes who has it. */
function choosePeople(filled: FilledForm): FilledForm {
  const values = { ...filled.values };
  for (const { name, subject, choices, label } of filled.fields) {
    const typed = values[name];
    const [only, other] = choices;
    if (subject !== "person" || !typed || choices.some(({ value }) => value === typed)) continue;
    if (other) {
      const problem = `${label}: ${choices.length} people are like “${typed}”. Choose one.`;
      return {
        ...filled,
        refused: { is: "refused", problem, errors: [{ field: name, problem }], status: 400 },
      };
    }
    if (only) values[name] = only.value;
  }
  return { ...filled, values };
}
