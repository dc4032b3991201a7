import { TZDate } from "@date-fns/tz";
import { choiceOfObstacle, describeObstacle } from "#app/lib/booking/booking-states.ts";
import { describeDepositTerms } from "#app/lib/booking/cancellation-terms.ts";
import {
  explainStandby,
  explainUnmetNeeds,
  getsPriority,
  lookingForSeatOn,
  noRestaurantOn,
  noSeatCameFree,
  type StandbyReason,
  standbyAtFirst,
  standbyUnlessSuited,
  stillLooking,
} from "#app/lib/booking/standby-reasons.ts";
import { clubText } from "#app/lib/club-texts.ts";
import { dateAndTimeOf, weekday } from "#app/lib/dates.ts";
import type { LeftVenue } from "#app/lib/email-kinds.ts";
import { eveningWindows, isOpen } from "#app/lib/event/event-times.ts";
import { capitalize, endWithPeriod } from "#app/lib/text.ts";
import {
  type BookingFacts,
  bookAgain,
  costsNothing,
  directionsAction,
  type EmailContent,
  type EmailTemplates,
  faceAlone,
  faceAtFreeTable,
  faceOfOther,
  facesOfBoth,
  facesOfTable,
  listEmailStops,
  nameMates,
  places,
  tableFact,
  whereFact,
  willBeRefunded,
} from "./template.ts";

/** The deposit is often paid after this email. */
const describeLateCancellation = ({ wasMoved, freeUntil, hasDeposits }: BookingFacts) =>
  hasDeposits && !wasMoved
    ? `After ${freeUntil}, you can still cancel, but we keep the deposit if you’ve paid one.`
    : "If you can’t come, cancel: somebody else may get your seat.";

/** Both diners of a pair get this: the one who is asked and the one who is told. */
const describePair = ({
  when,
  tablesMadeAt,
  links,
}: BookingFacts): Pick<EmailContent, "facts" | "closing" | "action"> => ({
  facts: [["Dinner", [when]]],
  action: { label: "Yes or no", href: links.together },
  closing: `You can change your mind until ${tablesMadeAt}, when we make the tables. The link needs no password.`,
});

const nameOther = ({ other }: BookingFacts) => other.firstName ?? "Somebody";

const confirmedBecause = {
  seated: {
    subject: (name: string) => clubText("booking-confirmed-subject", { "first name": name }),
    text: clubText("booking-confirmed-line"),
  },
  "off standby": {
    subject: (name: string) => `You have a seat, ${name}`,
    text: "A seat came free, and it’s yours.",
  },
  moved: {
    subject: (name: string) => `You’ve been moved to another table, ${name}`,
    text: "You’re at another table now, so look at the place below. The time is the same. Tables change, mostly because somebody cancels.",
  },
  "moved by host": {
    subject: (name: string) => `You’ve been moved to another table, ${name}`,
    text: "You’re still at the same restaurant, at the same time: the host found you a place at another table.",
  },
};

/** "tonight", "today" or "on Friday", as seen from when the email was written. */
function describeDay({ date, now, timeZone }: Pick<NewSeat, "date" | "now" | "timeZone">): string {
  const [then, today] = [date, now].map((each) => new TZDate(each.getTime(), timeZone)) as [TZDate, TZDate];
  if (then.toDateString() !== today.toDateString()) return `on ${weekday(date, timeZone)}`;
  return then.getHours() >= 16 ? "tonight" : "today";
}

const dayOf = ({ event, way }: BookingFacts) => describeDay({ ...way, date: event.date });

const describeLeft = ({ venue, hasFewer }: LeftVenue, day: string) =>
  hasFewer ? `${venue} has fewer tables for us than planned` : `${venue} can’t take us ${day}`;

const describeHelp = ({ clubMessage: { contactEmail, phone } }: BookingFacts) =>
  `Anything wrong? ${phone ? `Call us: ${phone}, or write` : "Write"} to ${contactEmail}.`;

interface NewSeat {
  firstName: string;
  place: { name: string; tableNumber: number } | null;
  date: Date;
  timeZone: string;
  /** When the email was written. */
  now: Date;
}

/** How it begins; a plan quotes this before anybody gets it. */
export function announceNewSeat(
  { firstName, place, ...when }: NewSeat,
  left: LeftVenue,
  say: string | undefined,
): Pick<EmailContent, "subject" | "paragraphs"> {
  const day = describeDay(when);
  const { name, tableNumber } = place ?? { name: "another restaurant", tableNumber: 0 };
  return {
    subject: `You’re at ${name === left.venue ? `table ${tableNumber}` : name} ${day}`,
    paragraphs: [
      `Hi ${firstName}, ${describeLeft(left, day)}.`,
      ...(say ? [endWithPeriod(say)] : []),
      `You have a seat all the same${place ? `: table ${tableNumber} at ${name}` : ""}. The time stays as it was.`,
    ],
  };
}

function describeNewSeat(booking: BookingFacts, left: LeftVenue, say: string | undefined): EmailContent {
  const { firstName, place, event, way, bookingUrl, links } = booking;
  return {
    ...announceNewSeat({ ...way, firstName, place, date: event.date }, left, say),
    faces: facesOfTable(booking),
    facts: [["When", [booking.when]], whereFact(booking), tableFact(booking)],
    sentence: booking.shares[0],
    action: directionsAction(booking),
    links: [
      { label: "See the details", href: bookingUrl },
      { label: "Add to my calendar", href: links.calendar },
      { label: "Cancel booking", href: links.cancel },
    ],
    closing: booking.wasMoved
      ? `${describeHelp(booking)} If it doesn’t suit you anymore, canceling is free until the dinner begins.`
      : describeHelp(booking),
  };
}

function describeNoSeat(booking: BookingFacts, left: LeftVenue, say: string | undefined): EmailContent {
  const day = dayOf(booking);
  return {
    subject: `We have no seat for you ${day}`,
    houses: "taken",
    paragraphs: [
      `We’re sorry, ${booking.firstName}: ${describeLeft(left, day)}, and no other seat suits you. So your booking is canceled.`,
      ...(say ? [endWithPeriod(say)] : []),
      costsNothing(booking),
      capitalize(getsPriority),
    ],
    facts: [["When", [booking.when]]],
    ...bookAgain(booking, removal(booking)),
    closing: describeHelp(booking),
  };
}

const removal = ({ links }: BookingFacts) => ({ label: "Remove from my calendar", href: links.calendar });

/** The subject has the names, too. */
function nameTable(
  booking: BookingFacts,
  title: string,
): Pick<EmailContent, "subject" | "title" | "preview"> {
  const { tableMates, when, place } = booking;
  if (tableMates.length === 0 || !place) return { subject: title };
  return {
    subject: `${title}: ${nameMates(booking)}`,
    title,
    preview: `${when}, at ${place.name}, ${place.address}`,
  };
}

const countPeople = (count: number) =>
  count === 1 ? "1 person is counting on you" : `${count} people are counting on you`;

/** Leaves out the names of diets, which can say something about health or belief. */
function describeStandby(booking: BookingFacts, reason: StandbyReason): string[] {
  const { unmetNeeds, standbyUntil, deposit, amount } = booking;
  const explanation = explainStandby(reason, unmetNeeds);
  const refund = willBeRefunded(deposit) ? `: we’ll refund your deposit of ${amount}` : "";
  const outcome = `your booking ends${refund}, and ${getsPriority}`;
  if (unmetNeeds.length > 0)
    return [
      `${explanation} You can change your answer below, or choose another dinner.`,
      `You’re on standby until ${standbyUntil}. Then ${outcome}`,
    ];
  return [
    `${explanation} We’ll look for a seat until ${standbyUntil}, and email you either way.`,
    `You get a seat if one comes free for you. If none does, ${outcome}`,
  ];
}

const canceledWhat = {
  dinner: {
    subject: (weekday: string) => `${weekday}’s dinner is canceled`,
    text: "We’re sorry: this dinner can’t take place, so your booking is canceled.",
  },
  booking: {
    subject: (weekday: string) => `We have no seat for you on ${weekday}`,
    text: "We’re sorry: we can’t give you a seat at this dinner, so your booking is canceled.",
  },
  block: {
    subject: (weekday: string) => `We canceled your booking for ${weekday}`,
    text: "We’ve blocked your account, so your booking is canceled. If you think that’s a mistake, write to us.",
  },
};

export const bookingEmails = {
  "booking-received": (booking) => ({
    subject: clubText("booking-received-subject", places(booking)),
    ...(booking.unmetNeeds.length > 0
      ? { title: stillLooking, faces: faceAlone(booking) }
      : { faces: faceAtFreeTable(booking) }),
    paragraphs: [
      ...(booking.unmetNeeds.length > 0
        ? [
            `${explainUnmetNeeds(booking.unmetNeeds)} ${standbyUnlessSuited} You can change your answer below, or choose another dinner.`,
          ]
        : []),
      ...(booking.payBy
        ? [
            `Pay the deposit of ${booking.amount} by ${booking.payBy}: until then we keep the seat for you, and after that it’s free for somebody else. We’ll refund it the day after the dinner.`,
          ]
        : []),
      `${clubText("booking-received-line", places(booking))} We’ll make the tables on ${booking.tablesMadeAt}. If you get a seat, we’ll email you the restaurant and who’s at your table.`,
    ],
    timeline: listEmailStops(booking, {
      atDinner:
        "If you get a seat, you’ll know the restaurant, your table and everybody’s first names by then.",
    }),
    action: booking.payBy
      ? { label: "Pay Deposit", href: `${booking.origin}/payment?booking=${booking.bookingId}` }
      : { label: "See your booking", href: booking.bookingUrl },
    links: [
      ...(booking.unmetNeeds.length > 0 ? [{ label: "Change your answer", href: booking.answersUrl }] : []),
      { label: "Bring a friend", href: booking.links.together },
      { label: "Add to my calendar", href: booking.links.calendar },
      { label: "Cancel booking", href: booking.links.cancel },
    ],
    closing: [
      ...(booking.unmetNeeds.length > 0 ? [] : [standbyAtFirst]),
      describeLateCancellation(booking),
    ].join(" "),
  }),
  "friend-declined": (booking) => ({
    subject: "Your friend can’t come this time",
    paragraphs: [
      "Your friend opened your link and said: not this time.",
      "You’re still booked, and we’d love to see you. Would somebody else like to come along?",
    ],
    facts: [["Dinner", [booking.when]]],
    action: { label: "Ask a friend", href: booking.links.together },
  }),
  "friend-joined": (booking, { obstacle }) => {
    const name = booking.other.firstName ?? "your friend";
    return {
      ...describePair(booking),
      subject: `You and ${name} come together`,
      faces: facesOfBoth(booking),
      paragraphs: obstacle
        ? [describeObstacle(obstacle, name), choiceOfObstacle]
        : [
            `You and ${name} have both booked this dinner, and ask for one table. You both get seats at it, or you’re both on standby.`,
            `Either of you can still come alone. If one cancels, the other stays booked and hears of it.`,
          ],
      action: { label: obstacle ? "Choose" : "See your booking", href: booking.links.together },
    };
  },
  "friend-not-coming": (booking) => {
    const canAsk = booking.way.now < booking.event.closesAt;
    return {
      subject: `${booking.other.firstName ?? "Your friend"} can’t come`,
      paragraphs: [
        `${booking.other.firstName ?? "Your friend"} can’t come to this dinner. You keep what you have: ${booking.place ? "your seat stays yours" : "you stay on our list, and we seat you like everybody else"}.`,
        ...(canAsk ? ["Would somebody else like to come along?"] : []),
      ],
      facts: [["Dinner", [booking.when]]],
      action: { label: "See your booking", href: booking.bookingUrl },
      links: [
        ...(canAsk ? [{ label: "Ask a friend", href: booking.links.together }] : []),
        { label: "Cancel booking", href: booking.links.cancel },
      ],
    };
  },
  "together-asked": (booking) => ({
    ...describePair(booking),
    subject: `Sit at one table with ${nameOther(booking)}?`,
    faces: faceOfOther(booking, { firstName: "You?", face: null }),
    paragraphs: [
      `${nameOther(booking)} has booked this dinner, too. Would you like to sit at one table? It happens only if you both say yes.`,
      "You then both get seats at one table, or you’re both on standby. If you’d rather not, say no or do nothing.",
    ],
  }),
  "together-ended": (booking) => ({
    subject: `You and ${booking.other.firstName ?? "your friend"} come each on your own`,
    paragraphs: [
      `You and ${booking.other.firstName ?? "your friend"} no longer come together. Each of you keeps your own booking.`,
    ],
    facts: [["Dinner", [booking.when]]],
    action: { label: "See your booking", href: booking.bookingUrl },
  }),
  "together-noted": (booking) => ({
    ...describePair(booking),
    subject: `One table for you and ${nameOther(booking)}`,
    faces: facesOfBoth(booking),
    paragraphs: [
      `You told us that you’d like to sit at one table with ${nameOther(booking)}. If that’s not so, take it back.`,
      "You both get seats at one table, or you’re both on standby.",
    ],
    action: { label: "See or change it", href: booking.links.together },
  }),
  "booking-confirmed": (booking, { reason, left, say }) =>
    reason === "venue dropped out"
      ? describeNewSeat(booking, left ?? { venue: "The restaurant" }, say)
      : {
          ...nameTable(booking, confirmedBecause[reason].subject(booking.firstName)),
          faces: facesOfTable(booking),
          paragraphs: [...(say ? [endWithPeriod(say)] : []), confirmedBecause[reason].text],
          facts: [["When", [booking.when]], whereFact(booking), tableFact(booking)],
          sentence: booking.shares[0],
          action: { label: "See your table", href: booking.bookingUrl },
          links: [
            ...(booking.place ? [{ label: "Get Directions", href: booking.place.mapsLink }] : []),
            { label: "Add to my calendar", href: booking.links.calendar },
            { label: "Cancel booking", href: booking.links.cancel },
          ],
          closing: [
            `If you can’t come, cancel, even late: ${countPeople(booking.tableMates.length)}, and somebody on standby may get your seat.`,
            ...(reason === "off standby" && !booking.isFree
              ? ["Canceling was free while you were on standby."]
              : []),
            ...describeDepositTerms({ ...booking, hasSeat: true, hasDeposit: booking.deposit === "paid" }),
          ].join(" "),
        },
  "table-changed": (booking) => {
    const name = booking.tableMates.find(({ firstName }) => firstName === booking.other.firstName)?.firstName;
    return {
      subject: `${name ?? "Somebody"} is new at your table`,
      faces: facesOfTable(booking),
      paragraphs: [
        `${name ?? "Somebody new"} has joined your table. Your seat, the place and the time stay as they are.`,
      ],
      facts: [["When", [booking.when]], whereFact(booking), tableFact(booking)],
      sentence: booking.shares[0],
      action: { label: "See your table", href: booking.bookingUrl },
      links: [{ label: "Cancel booking", href: booking.links.cancel }],
      closing: describeHelp(booking),
    };
  },
  "on-standby": (booking, { reason, left, say }) => {
    const { bookingUrl, unmetNeeds, answersUrl, links } = booking;
    const isUnsuited = unmetNeeds.length > 0;
    return {
      subject: left
        ? `${describeLeft(left, dayOf(booking))}: you’re on standby`
        : isUnsuited
          ? noRestaurantOn(booking.weekday)
          : lookingForSeatOn(booking.weekday),
      houses: "taken",
      paragraphs: [...(say ? [endWithPeriod(say)] : []), ...describeStandby(booking, reason)],
      timeline: listEmailStops(booking, {
        standby: isUnsuited ? "no restaurant suits" : "looking",
        atDinner: isUnsuited ? undefined : "If a seat comes free for you.",
      }),
      ...(isUnsuited
        ? {
            action: { label: "See other dinners", href: `${booking.origin}/dashboard/bookings/new` },
            links: [
              { label: "Change your answer", href: answersUrl },
              { label: "See your booking", href: bookingUrl },
              { label: "Cancel booking", href: links.cancel },
            ],
          }
        : {
            action: { label: "See your booking", href: bookingUrl },
            links: [{ label: "Cancel booking", href: links.cancel }],
          }),
      ...(left ? { closing: describeHelp(booking) } : {}),
    };
  },
  "standby-ended": (booking) => {
    const { when, unmetNeeds, answersUrl } = booking;
    const isUnsuited = unmetNeeds.length > 0;
    const priority = capitalize(getsPriority);
    return {
      subject: "We had no seat for you this time",
      houses: "taken",
      paragraphs: [
        `We’re sorry. ${isUnsuited ? explainUnmetNeeds(unmetNeeds) : noSeatCameFree} Your booking is canceled.`,
        costsNothing(booking),
        isUnsuited ? `You can change your answer below, or choose another dinner. ${priority}` : priority,
      ],
      facts: [["When", [when]]],
      ...bookAgain(booking, ...(isUnsuited ? [{ label: "Change your answer", href: answersUrl }] : [])),
    };
  },
  "event-moved": (booking, { previousDate, previousTimeZone }) => {
    const previousCity = { cityName: booking.cityName, timeZone: previousTimeZone };
    const previously = dateAndTimeOf(new Date(previousDate), previousCity);
    return {
      subject: `Your dinner is now on ${booking.when}`,
      paragraphs: [`We’ve moved your dinner of ${previously}. You’re still booked.`],
      facts: [["When", [booking.when]], whereFact(booking)],
      action: directionsAction(booking),
      closing: "If the new time doesn’t suit you, canceling is free until the dinner begins.",
      links: [
        { label: "Add to my calendar", href: booking.links.calendar },
        { label: "Cancel booking", href: booking.links.cancel },
      ],
    };
  },
  "booking-canceled": (booking) => ({
    subject: "Your booking is canceled",
    houses: "taken",
    paragraphs: [
      isOpen(eveningWindows.cannotCome, booking.event.date, booking.way.now)
        ? "You’ve canceled, and we’ve told the people at your table. We hope to see you at another dinner."
        : `You’ve canceled this dinner. ${booking.other.firstName ? `${booking.other.firstName} keeps the booking, and we tell them. ` : ""}We hope to see you at another one.`,
    ],
    facts: [["When", [booking.when]]],
    ...bookAgain(booking, removal(booking)),
  }),
  "canceled-by-club": (booking, { what, because, left }) =>
    what === "seat"
      ? describeNoSeat(booking, left ?? { venue: "The restaurant" }, because)
      : {
          subject: canceledWhat[what].subject(booking.weekday),
          ...(what === "block" ? {} : { houses: "taken" }),
          paragraphs: [
            canceledWhat[what].text,
            ...(because ? [endWithPeriod(because)] : []),
            costsNothing(booking),
            ...(what === "block" ? [] : [capitalize(getsPriority)]),
          ],
          facts: [["When", [booking.when]]],
          ...(what === "block"
            ? {
                action: { label: "Contact us", href: `${booking.origin}/contact` },
                links: [removal(booking)],
              }
            : bookAgain(booking, removal(booking))),
        },
  "table-dissolved": (booking) => ({
    subject: "Your table can’t meet tonight",
    houses: "taken",
    paragraphs: [
      "We’re sorry: too many people at your table canceled, and the other tables are full. So your booking is canceled.",
      costsNothing(booking),
      capitalize(getsPriority),
    ],
    facts: [["When", [booking.when]]],
    ...bookAgain(booking),
  }),
} satisfies Partial<EmailTemplates>;
