import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
} from "@remix-run/cloudflare";
import { currentUserId, findSignedIn } from "#app/auth/session.server.ts";
import { renderPart } from "#app/components/render-static.server.ts";
import { loadBatched } from "#app/db/batched-read.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { forgetChosenEvent, readChosenEvent, rememberChosenEvent } from "#app/http/chosen-event.ts";
import { readForm } from "#app/http/form-data.ts";
import { withTimeout } from "#app/http/timing.ts";
import {
  cityBeside,
  daysUntil,
  eventTime,
  longDate,
  monthAndDay,
  timeOfDay,
  weekday,
} from "#app/lib/dates.ts";
import { formatAmount } from "#app/lib/price.ts";
import { describePriceLevels } from "#app/lib/price-levels.ts";
import { explainUnmetNeeds, explainUnmetNeedsShortly } from "#app/lib/standby-reasons.ts";
import { logError } from "#app/log.ts";
import { findProfile } from "#app/models/account/profiles.server.ts";
import { findBooking } from "#app/models/booking/bookings.server.ts";
import { findClashingBooking } from "#app/models/booking/clashing-bookings.server.ts";
import { book } from "#app/models/booking/transitions.server.ts";
import {
  findBookability,
  maxEvents,
  readCityMenu,
  readUpcomingEvents,
  type UpcomingEvent,
} from "#app/models/event/upcoming-events.server.ts";
import { depositStatus } from "#app/payments/deposit-status.server.ts";
import { describeBookingWithTimeline } from "#app/routes/dashboard.bookings.$id/describe-booking.server.ts";
import { CityMenu } from "./city-menu.server.tsx";
import type { EventCard } from "./event-card.server.tsx";
import { EventCards } from "./event-cards.server.tsx";
import { ThankYou } from "./thank-you.server.tsx";

/**
 * The events of a city to choose from, by page (`?page=`); the cities (`?city=`); and, after a booking (`?booked=`), what the thank-you view says.
 */
export async function loadEventSelection({ request, context }: LoaderFunctionArgs) {
  const { db, now, timeZone } = context;
  const { searchParams, pathname } = new URL(request.url);
  const namedCity = searchParams.get("city");
  const slug = namedCity?.toLowerCase() ?? null;
  const requestedId = searchParams.get("event") ?? readChosenEvent(request, context);
  const wish = {
    slug,
    eventId: requestedId,
    userId: currentUserId(request, context),
    ...context.coordinates,
    timeZone,
    now,
  };
  if (namedCity === "") return loadCityMenu(request, context, wish);
  const [session, found] = await Promise.all([
    findSignedIn(request, context),
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
  const bookingId = searchParams.get("booked");
  const [booking, profile] = session
    ? await Promise.all([
        bookingId ? findBooking(db, session.userId, bookingId) : undefined,
        searchParams.has("questions") ? findProfile(db, session.userId) : undefined,
      ])
    : [];
  if (booking) {
    if (booking.canceled || booking.date <= now) throw redirect(`/dashboard/bookings/${booking.id}`);
    return json({
      thankYou: renderPart(
        context,
        <ThankYou
          booking={describeBookingWithTimeline(booking, context)}
          deposit={formatAmount(booking.depositAmount, booking.currency)}
          hasNewQuestions={(profile?.unseenQuestionCount ?? 0) > 0}
          paymentPath={depositStatus(booking, context) === "to pay" ? `/payment?booking=${booking.id}` : null}
        />,
      ),
    });
  }
  const pathOfPage = (number: number) =>
    `?${new URLSearchParams({ ...(city && hasSeveralCities ? { city: city.slug } : {}), page: String(number) })}`;
  if (events.length === 0 && eventCount > 0)
    throw redirect(pathname + pathOfPage(Math.ceil(eventCount / maxEvents)));
  const bookable = events.filter((event) => event.isOpen && !event.bookingId && !event.hasClash);
  const requested = events.find(({ id }) => id === requestedId);
  const selected = bookable.find((event) => event === requested) ?? bookable[0];
  const nameDiets = (positions: number[]) => positions.flatMap((position) => diets[position - 1] ?? []);
  const toCard = (event: UpcomingEvent): EventCard => {
    const time = eventTime(event.date, event, timeZone);
    return {
      id: event.id,
      startsAt: event.date.getTime(),
      date: longDate(event.date, event.timeZone),
      ...monthAndDay(event.date, event.timeZone),
      time,
      cityBesideTime: cityBeside(time, { ...event, hasSeveralCities }),
      inDays: daysUntil(event.date, now),
      isOpen: event.isOpen,
      hasClash: event.hasClash,
      bookingId: event.bookingId,
      reason: explainRefusal(event, now),
      district: event.district,
      prices: event.priceLevels && describePriceLevels(event.priceLevels),
      diets: nameDiets(event.diets),
      warning: bookable.includes(event) ? warnOfStandby(event.unmetNeeds) : null,
    };
  };
  return json({
    eventCount,
    city: city && hasSeveralCities ? { slug: city.slug, name: city.name, canChange: canChangeCity } : null,
    isChosen: selected !== undefined,
    requestNotice:
      searchParams.has("event") && selected?.id !== requestedId ? describeRefusedRequest(requested) : null,
    cards: renderPart(
      context,
      <EventCards
        events={events.map(toCard)}
        selectedId={selected?.id}
        pages={{
          skippedCount: (page - 1) * maxEvents,
          eventCount,
          earlierPath: page > 1 ? pathOfPage(page - 1) : null,
          laterPath: page * maxEvents < eventCount ? pathOfPage(page + 1) : null,
        }}
        normalPrice={city ? formatAmount(city.price, city.currency) : ""}
        now={now.getTime()}
      />,
    ),
  });
}

const describeRefusedRequest = (requested: UpcomingEvent | undefined) =>
  requested?.isOpen && requested.hasClash
    ? "You’re already booked around that time. Here are the other dinners."
    : "The dinner you chose can’t be booked anymore. Here are the others.";

const warnOfStandby = ({ needs, diets }: UpcomingEvent["unmetNeeds"]) =>
  needs.length === 0
    ? null
    : { text: explainUnmetNeeds(needs, diets), shortText: explainUnmetNeedsShortly(needs) };

/** Null where the address names none. */
function readPage(searchParams: URLSearchParams): number | null {
  const text = searchParams.get("page");
  return text === null ? null : Math.min(1_000, Math.max(1, Math.floor(Number(text)) || 1));
}

type Wish = Parameters<typeof readCityMenu>[1];

const countryNames = new Intl.DisplayNames("en", { type: "region" });

const maxQueryLength = 60;

async function loadCityMenu(request: Request, context: AppLoadContext, wish: Wish) {
  const { pathname, searchParams } = new URL(request.url);
  const [, cities] = await Promise.all([
    findSignedIn(request, context),
    loadBatched(context, readCityMenu(context.db, wish)),
  ]);
  if (cities.length < 2) throw redirect(pathname);
  const items = cities.map(({ slug, name, country, timeZone, eventCount, nextDate }) => ({
    slug,
    name,
    country: country ? (countryNames.of(country) ?? null) : null,
    eventCount,
    nextDate: nextDate && longDate(nextDate, timeZone),
  }));
  const isUnknownCity = Boolean(searchParams.get("city"));
  const html = renderPart(
    context,
    <CityMenu
      cities={items}
      currentSlug={searchParams.get("from") ?? items[0]?.slug}
      query={(searchParams.get("search") ?? "").trim().slice(0, maxQueryLength)}
      isUnknownCity={isUnknownCity}
    />,
  );
  return json({ cityMenu: html }, isUnknownCity ? 404 : 200);
}

function explainRefusal(event: UpcomingEvent, now: Date): string | null {
  const { isOpen, hasClash, isMatched, closesAt, timeZone } = event;
  if (isOpen) return hasClash ? "You’re already booked around that time" : null;
  const hasClosed = closesAt <= now;
  if (!hasClosed && !isMatched) return null;
  return hasClosed ? `Booking closed on ${weekday(closesAt, timeZone)}` : "The tables are made";
}

const bookTimeoutMs = 8_000;

export async function submitEventSelection({ request, context }: ActionFunctionArgs) {
  const { db, now } = context;
  const { pathname } = new URL(request.url);
  const { event: eventId = "" } = await readForm(request);
  const reject = (message: string, status: number) => json({ message, clash: null }, status);
  if (!eventId) return reject("Please select a date to continue", 400);
  if (!(await findBookability(db, eventId, now))) return reject(errorPrefix + notListed, 400);

  const session = await findSignedIn(request, context);
  rememberChosenEvent(request, context, eventId);
  // That page has no React, so React Router must leave it to the browser.
  if (!session) return redirectDocument("/register?next=/events");
  const profile = await findProfile(db, session.userId);
  if (!profile?.isQuizDone) return redirect("/quiz");

  try {
    const booking = { userId: session.userId, eventId, now };
    const bookingId = await withTimeout(bookTimeoutMs, book(db, booking));
    if (!bookingId) {
      const event = await findBookability(db, eventId, now);
      const reason = explainEndOfBooking(event, now);
      const clash = reason ? null : await describeClash(context, session.userId, eventId);
      return json({ message: errorPrefix + (reason ?? clash?.sentence ?? explainNoSeat(event)), clash }, 409);
    }
    forgetChosenEvent(request, context);
    sendAfterResponse(context);
    const search = new URLSearchParams({ booked: bookingId });
    if (profile.unseenQuestionCount > 0) search.set("questions", "new");
    return redirect(`${pathname}?${search}`);
  } catch (error) {
    logError("booking not saved", error);
    return reject(`${errorPrefix}we couldn’t save your booking. Try again in a moment.`, 503);
  }
}

const errorPrefix = "Error creating appointment: ";

const notListed = "this dinner is no longer on our list.";

interface Clash {
  sentence: string;
  path: string;
}

/** The dinner that is too close to the wanted one. */
async function describeClash({ db }: AppLoadContext, userId: string, eventId: string): Promise<Clash | null> {
  const found = await findClashingBooking(db, userId, eventId);
  if (!found) return null;
  const { id, date, cityName, hasSeveralCities } = found;
  const when = `${longDate(date, found.timeZone)}, ${timeOfDay(date, found.timeZone)}`;
  return {
    sentence: `you have a dinner${hasSeveralCities ? ` in ${cityName}` : ""} on ${when}. Two dinners must be at least 4 hours apart.`,
    path: `/dashboard/bookings/${id}`,
  };
}

type Bookability = Awaited<ReturnType<typeof findBookability>>;

/** Nothing where only the seats, or the diner's other dinners, can be in the way. */
function explainEndOfBooking(event: Bookability, now: Date): string | undefined {
  if (!event) return notListed;
  if (event.isCanceled) return "this dinner was canceled.";
  if (event.date <= now) return "this dinner is over.";
  if (event.closesAt <= now || event.isMatched) return "booking for this dinner has ended.";
  return event.isAvailable ? undefined : "this dinner is no longer offered.";
}

/** A seat may have become free since the booking was refused. */
const explainNoSeat = (event: Bookability) =>
  event?.isOpen ? "we couldn’t save your booking. Try again in a moment." : "this dinner is sold out.";
