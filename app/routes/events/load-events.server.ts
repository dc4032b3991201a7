import { type AppLoadContext, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { currentSessionLookup, findSignedIn, userIdIfSignedIn } from "#app/auth/session.server.ts";
import { describeBookingWithTimeline } from "#app/components/booking/describe-booking.server.ts";
import { loadBatched } from "#app/db/batches.ts";
import { readChosenEvent } from "#app/http/cookies.ts";
import {
  areDepositsOffered,
  choiceOfObstacle,
  describeObstacle,
  onlyDepositHoldsSeat,
} from "#app/lib/booking/booking-states.ts";
import { freeCancellationEnd } from "#app/lib/booking/cancellation-terms.ts";
import { explainUnmetNeeds, explainUnmetNeedsShortly } from "#app/lib/booking/standby-reasons.ts";
import { clubText, isDefaultText } from "#app/lib/club-texts.ts";
import { cityBeside, dateAndTime, eventTime, longDate, weekday } from "#app/lib/dates.ts";
import { describeEvening } from "#app/lib/event/evening.ts";
import { formatAmount } from "#app/lib/price.ts";
import { laterQuestionIds, unseenQuestionIds } from "#app/lib/quiz/quiz.ts";
import { toLinkToken } from "#app/lib/signatures.server.ts";
import { capitalize } from "#app/lib/text.ts";
import { type Booking, findBooking } from "#app/models/booking/bookings.server.ts";
import { loadObstacleOfPair } from "#app/models/booking/pairs.server.ts";
import { toCityKey } from "#app/models/city/city-requests.server.ts";
import {
  maxEvents,
  readBookedEvening,
  readCityMenu,
  readUpcomingEvents,
  type UpcomingEvent,
} from "#app/models/event/upcoming-events.server.ts";
import { type Quiz, readQuiz } from "#app/models/quiz/quiz.server.ts";
import { type EventCard, listDiets } from "./card-parts.tsx";

/** By page (`?page=`), the cities (`?city=`) and, after a booking (`?booked=`), the text of the thank-you view. */
export async function loadEvents({ request, context }: LoaderFunctionArgs) {
  const { db, env, now, timeZone } = context;
  const { searchParams, pathname } = new URL(request.url);
  const namedCity = searchParams.get("city");
  const slug = namedCity?.toLowerCase() ?? null;
  const requestedId = searchParams.get("event") ?? readChosenEvent(context);
  const wish = {
    slug,
    eventId: requestedId,
    userId: userIdIfSignedIn(context),
    ...context.coordinates,
    timeZone,
    now,
  };
  if (namedCity === "") return loadCityMenu(request, context, wish);
  const bookingId = searchParams.get("booked");
  if (bookingId) {
    const [, booking, quiz, evening] = await Promise.all([
      findSignedIn(context),
      findBooking(db, wish.userId, bookingId),
      loadBatched(context, readQuiz(db, wish.userId)),
      loadBatched(context, readBookedEvening(db, currentSessionLookup(context), bookingId)),
    ]);
    if (booking) return thankFor(booking, quiz, evening, { request, context });
  }
  const [, found] = await Promise.all([
    findSignedIn(context),
    loadBatched(context, readUpcomingEvents(db, { ...wish, page: readPage(searchParams) })),
  ]);
  const { city, hasSeveralCities, canChangeCity, events, eventCount, page, diets } = found;
  if (slug !== null && city && city.slug !== slug) {
    if (!hasSeveralCities) throw redirect(pathname);
    return loadCityMenu(request, context, wish);
  }
  if (city && slug !== namedCity) {
    searchParams.set("city", city.slug);
    throw redirect(`${pathname}?${searchParams}`);
  }
  const pathOfPage = (number: number) =>
    `?${new URLSearchParams({ ...(city && hasSeveralCities ? { city: city.slug } : {}), page: String(number) })}`;
  if (events.length === 0 && eventCount > 0)
    throw redirect(pathname + pathOfPage(Math.ceil(eventCount / maxEvents)));
  const bookable = events.filter((event) => event.isOpen && !event.bookingId && !event.hasClash);
  const requested = events.find(({ id }) => id === requestedId);
  const selected = bookable.find((event) => event === requested) ?? bookable[0];
  const prices = { priceRanges: city?.priceRanges ?? null, currency: city?.currency ?? "" };
  const nameDiets = (positions: number[]) => positions.flatMap((position) => diets[position - 1] ?? []);
  const toCard = (event: UpcomingEvent): EventCard => {
    const time = eventTime(event.date, event, timeZone);
    const evening = describeEvening(event, prices);
    return {
      id: event.id,
      startsAt: event.date.getTime(),
      date: longDate(event.date, event.timeZone),
      time,
      cityBesideTime: cityBeside(time, { ...event, hasSeveralCities }),
      isOpen: event.isOpen,
      hasClash: event.hasClash,
      bookingId: event.bookingId,
      reason: explainRefusal(event, now),
      line: event.isFull
        ? { href: event.placeId && `/line/${toLinkToken(env, "line", event.placeId)}` }
        : null,
      evening,
      terms: bookable.includes(event)
        ? describeTerms(event, { env, now, city, food: describeFood(evening.prices, nameDiets(event.diets)) })
        : [],
      warning: bookable.includes(event) ? warnOfStandby(event.unmetNeeds) : null,
    };
  };
  return json({
    preview: requested && searchParams.has("event") ? describeShared(requested, request) : null,
    city: city && hasSeveralCities ? { slug: city.slug, name: city.name, canChange: canChangeCity } : null,
    requestNotice:
      searchParams.has("event") && selected?.id !== requestedId ? describeRefusedRequest(requested) : null,
    cards: events.map(toCard),
    selectedId: selected?.id,
    /** The city that has no dinner, where it is found by its name once it has one. */
    emptyCity: city && eventCount === 0 && toCityKey(city.name) === city.slug ? city.name : null,
    pause: found.pause && {
      because: found.pause.because,
      again: `Dinners come again from ${longDate(new Date(found.pause.until), city?.timeZone ?? timeZone)} on.`,
    },
    asksForAge: found.mayBeMinor,
    pages: {
      skippedCount: (page - 1) * maxEvents,
      eventCount,
      earlierPath: page > 1 ? pathOfPage(page - 1) : null,
      laterPath: page * maxEvents < eventCount ? pathOfPage(page + 1) : null,
    },
    now: now.getTime(),
  });
}

interface TermsOfCity extends Pick<AppLoadContext, "env" | "now"> {
  city: { deposit: number; currency: string } | undefined;
  food: EventCard["terms"];
}

function describeFood(prices: string | null, diets: string[]): EventCard["terms"] {
  const range = prices && ` (${prices.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())})`;
  return [
    ["Dinner", `You pay for what you eat${range ?? ""}`],
    ...(diets.length > 0 ? [["Caters for", capitalize(listDiets(diets))] as [string, string]] : []),
  ];
}

/** What somebody agrees to who books it. */
function describeTerms(
  { date, timeZone }: UpcomingEvent,
  { env, now, city, food }: TermsOfCity,
): EventCard["terms"] {
  const freeUntil = freeCancellationEnd({ date, wasMoved: false });
  const deposit =
    city && areDepositsOffered(env) && city.deposit > 0 && formatAmount(city.deposit, city.currency);
  const isKept = deposit ? "We keep the deposit" : "Please don’t: your table waits";
  const price = isDefaultText("price-now") ? "Free to book" : clubText("price-now");
  const wish = onlyDepositHoldsSeat(env) ? "keeps your seat" : "if you like";
  return [
    ["Your table", "Five people, chosen by their answers"],
    ["Address", "We tell you when your seat is confirmed"],
    ...food,
    ["Booking", deposit ? `${price}. Deposit ${deposit}, ${wish}` : price],
    ["Canceling", now < freeUntil ? `Free until ${dateAndTime(freeUntil, timeZone)}` : isKept],
  ];
}

/** For somebody who is told of the dinner by a diner: never who comes, or where. */
const describeShared = ({ id, date, timeZone, cityName }: UpcomingEvent, request: Request) => ({
  title: `I’m going to dinner on ${longDate(date, timeZone)}, in ${cityName}`,
  description: "Come, too: a table of five, chosen from your answers.",
  url: sharedUrl(id, request),
});

const sharedUrl = (eventId: string, request: Request) =>
  new URL(`/events?event=${eventId}`, request.url).href;

const describeRefusedRequest = (requested: UpcomingEvent | undefined) =>
  requested?.isOpen && requested.hasClash
    ? "You’re already booked around that time. Here are the other dinners."
    : "The dinner you chose can’t be booked anymore. Here are the others.";

const warnOfStandby = ({ needs, named }: UpcomingEvent["unmetNeeds"]) =>
  needs.length === 0
    ? null
    : {
        text: explainUnmetNeeds(needs, named),
        shortText: explainUnmetNeedsShortly(needs),
      };

/** Null if the address names no page. */
function readPage(searchParams: URLSearchParams): number | null {
  const text = searchParams.get("page");
  return text === null ? null : Math.min(1_000, Math.max(1, Math.floor(Number(text)) || 1));
}

function explainRefusal(event: UpcomingEvent, now: Date): string | null {
  const { isOpen, isFull, hasClash, isMatched, closesAt, timeZone } = event;
  if (isOpen) return hasClash ? "You’re already booked around that time" : null;
  if (isFull) return "All seats are taken";
  const isToday = longDate(closesAt, timeZone) === longDate(now, timeZone);
  if (closesAt <= now) return `Booking closed ${isToday ? "today" : `on ${weekday(closesAt, timeZone)}`}`;
  return isMatched ? "The tables are made" : "No seats for now";
}

const noPrices = { priceRanges: null, currency: "" };

async function thankFor(
  booking: Booking,
  quiz: Quiz,
  evening: Parameters<typeof describeEvening>[0] | undefined,
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
) {
  if (booking.canceled || booking.date <= context.now) throw redirect(`/dashboard/bookings/${booking.id}`);
  const view = describeBookingWithTimeline(booking, context);
  const obstacle = view.standby ? undefined : await loadObstacleOfPair(context.db, booking);
  const { pair } = view;
  return json({
    thankYou: {
      booking: view,
      evening: evening && !view.standby ? describeEvening(evening, noPrices).drawing : null,
      obstacle: pair && obstacle ? `${describeObstacle(obstacle, pair.firstName)} ${choiceOfObstacle}` : null,
      deposit: formatAmount(booking.depositAmount, booking.currency),
      hasNewQuestions: unseenQuestionIds(quiz.questions, quiz).length > 0,
      laterQuestionIds: laterQuestionIds(quiz.questions, quiz.answers),
      getsReminder: booking.getsReminder,
      sharedUrl: sharedUrl(booking.eventId, request),
      paymentPath: view.deposit === "to pay" ? `/payment?booking=${booking.id}` : null,
    },
  });
}

type Wish = Parameters<typeof readCityMenu>[1];

interface NextOfCity {
  date: Date;
  taken: number;
  capacity: number;
}

function describeNext(next: NextOfCity, { name, timeZone }: { name: string; timeZone: string }) {
  const { drawing, seats } = describeEvening({ ...next, timeZone, venues: [] }, noPrices);
  return { when: longDate(next.date, timeZone), seats, drawing: { ...drawing, districts: [name] } };
}

const countryNames = new Intl.DisplayNames("en", { type: "region" });

const maxQueryLength = 60;

/** Returns the cities to choose from, or a 404 with them if the address names an unknown city. */
async function loadCityMenu(request: Request, context: AppLoadContext, wish: Wish) {
  const { pathname, searchParams } = new URL(request.url);
  const [, cities] = await Promise.all([
    findSignedIn(context),
    loadBatched(context, readCityMenu(context.db, wish)),
  ]);
  if (cities.length < 2) throw redirect(pathname);
  const items = cities.map(({ slug, name, country, timeZone, eventCount, next }) => ({
    slug,
    name,
    country: country ? (countryNames.of(country) ?? null) : null,
    eventCount,
    next: next && describeNext(next, { name, timeZone }),
  }));
  const isUnknownCity = Boolean(searchParams.get("city"));
  const cityMenu = {
    cities: items,
    currentSlug: searchParams.get("from") ?? items[0]?.slug,
    query: (searchParams.get("search") ?? "").trim().slice(0, maxQueryLength),
    isUnknownCity,
  };
  return json({ cityMenu }, isUnknownCity ? 404 : 200);
}
