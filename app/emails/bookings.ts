import { TZDate } from "@date-fns/tz";
import { choiceOfObstacle, describeObstacle, describeRefusal } from "#app/lib/booking/booking-states.ts";
import { canceledDepositSentences, describeDepositTerms } from "#app/lib/booking/cancellation-terms.ts";
import {
  explainStandby,
  explainUnmetNeeds,
  getsPriority,
  lookingForSeatOn,
  noRestaurantOn,
  type StandbyReason,
  standbyAtFirst,
  standbyUnlessSuited,
  stillLooking,
} from "#app/lib/booking/standby-reasons.ts";
import { clubText, isDefaultText } from "#app/lib/club-texts.ts";
import { dateAndTime, longDate, timeOfDay, weekday } from "#app/lib/dates.ts";
import type { LeftVenue } from "#app/lib/email-kinds.ts";
import { eveningWindows, isOpen } from "#app/lib/event/event-times.ts";
import { capitalize, endWithPeriod } from "#app/lib/text.ts";
import {
  type BookingFacts,
  bookAgain,
  costsNothing,
  detailFacts,
  dinnersLink,
  directionsAction,
  doorFact,
  type EmailContent,
  type EmailTemplates,
  type Fact,
  faceAtNextTable,
  facesOfAsked,
  facesOfPair,
  facesOfTable,
  facesWithout,
  firstTopic,
  invitation,
  listEmailStops,
  nameMates,
  places,
  refundTime,
  tableFact,
  whereFact,
  willBeRefunded,
  withName,
} from "./template.ts";

/** The deposit is often paid after this email. */
const describeLateCancellation = ({ wasMoved, freeUntil, hasDeposits }: BookingFacts) =>
  hasDeposits && !wasMoved
    ? `If you cancel after ${freeUntil}, we keep the deposit if you’ve paid one.`
    : "If you can’t come, cancel: somebody else may get your seat.";

/** Both diners of a pair get this: the one who is asked and the one who is told. */
const describePair = ({ tablesMadeAt }: BookingFacts): Pick<EmailContent, "closing"> => ({
  closing: `You both get seats at one table, or you’re both on standby. You can change your mind until ${tablesMadeAt}.`,
});

const nameOther = ({ other }: BookingFacts) => other.firstName ?? "Somebody";

const confirmedBecause = {
  seated: {
    subject: (name: string) => clubText("booking-confirmed-subject", { "first name": name }),
    text: clubText("booking-confirmed-line"),
    says: "If you’re a little nervous, you’re in good company.",
  },
  "off standby": {
    subject: (name: string) => `You have a seat, ${name}`,
    text: "A seat came free, and it’s yours.",
    says: "I’m so glad that there’s a seat for you.",
  },
  moved: {
    subject: (name: string) => `You have a new table, ${name}`,
    text: "Same dinner, same time: we’ve found you a new table.",
    says: "I hope you like your new table.",
  },
  "moved by host": {
    subject: (name: string) => `You have a new table, ${name}`,
    text: "Same restaurant, same time: the host found you a place at another table.",
    says: "I hope you like your new table.",
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

const describeHelp = ({ clubMessage: { contactEmail, phone } }: BookingFacts, question = "Anything wrong?") =>
  `${question} ${phone ? `Call us: ${phone}, or write` : "Write"} to ${contactEmail}.`;

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

/** What is new comes first, and then what the table can talk about. */
function describeConfirmed(
  booking: BookingFacts,
  reason: keyof typeof confirmedBecause,
  say: string | undefined,
): Pick<EmailContent, "lead" | "paragraphs" | "says"> {
  const { text, says } = confirmedBecause[reason];
  const topic = firstTopic(booking);
  const isNews = reason !== "seated" || !topic;
  return {
    lead: isNews ? text : topic,
    paragraphs: [
      ...(say ? [endWithPeriod(say)] : []),
      ...(isNews ? (topic ? [topic] : []) : isDefaultText("booking-confirmed-line") ? [] : [text]),
    ],
    says,
  };
}

const markNew = ([name, lines]: Fact): Fact => [name, lines, {}];

function describeNewSeat(booking: BookingFacts, left: LeftVenue, say: string | undefined): EmailContent {
  const { firstName, place, event, way, bookingUrl, links } = booking;
  return {
    ...announceNewSeat({ ...way, firstName, place, date: event.date }, left, say),
    faces: facesOfTable(booking),
    facts: [["When", [booking.when]], markNew(whereFact(booking)), markNew(tableFact(booking)), doorFact],
    action: directionsAction(booking),
    links: [
      { label: "See the details", href: bookingUrl },
      { label: "Update my calendar", href: links.calendar },
    ],
    says: "I’m sorry for the change, and glad that you have a seat.",
    lastLinks: [{ label: "Cancel booking", href: links.cancel }],
    closing: booking.wasMoved
      ? `${describeHelp(booking)} If it doesn’t suit you anymore, canceling is free until the dinner begins.`
      : describeHelp(booking),
  };
}

function describeNoSeat(booking: BookingFacts, left: LeftVenue, say: string | undefined): EmailContent {
  const day = dayOf(booking);
  return {
    subject: `We have no seat for you ${day}`,
    houses: "street",
    invitation,
    says: "I’m sorry. I wanted you at that table.",
    paragraphs: [
      `We’re sorry, ${booking.firstName}: ${describeLeft(left, day)}, and no other seat suits you. So we’ve had to cancel your booking for ${booking.day}.`,
    ],
    ...(say ? { quote: [endWithPeriod(say)] } : {}),
    consolation: consoles(booking, priority),
    ...bookAgain(booking),
    closing: describeHelp(booking),
    lastLinks: [removal(booking)],
  };
}

/** Says also when the refund arrives. */
const consoles = (booking: BookingFacts, ...lines: string[]) => [
  costsNothing(booking),
  ...refundLines(booking),
  ...lines,
];

const refundLines = ({ deposit }: BookingFacts) => (willBeRefunded(deposit) ? [refundTime] : []);

const priority = capitalize(getsPriority);

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

/** Leaves out the names of diets, which can say something about health or belief. */
function describeStandby(
  booking: BookingFacts,
  reason: StandbyReason,
): Pick<EmailContent, "lead" | "says"> & Required<Pick<EmailContent, "paragraphs" | "consolation">> {
  const { unmetNeeds, standbyUntil, deposit, amount } = booking;
  const explanation = explainStandby(reason, unmetNeeds);
  const refund = willBeRefunded(deposit) ? `: we’ll refund your deposit of ${amount}` : "";
  const sorry = `${withName("We’re sorry", booking)}. `;
  if (unmetNeeds.length > 0)
    return {
      lead: findingOne,
      paragraphs: [`${sorry}${explanation} If your answer was a slip, you can change it below.`],
      consolation: [
        "Standby costs you nothing.",
        `You’re on standby until ${standbyUntil}. Then your booking ends${refund}, and ${getsPriority}`,
        ...refundLines(booking),
      ],
      says: "I’m sorry. A dinner should suit you, not the other way round.",
    };
  return {
    lead: `We’ll keep looking until ${standbyUntil}, and email you either way.`,
    paragraphs: [`${sorry}${explanation} There’s nothing you need to do.`],
    consolation: [
      `If none comes free, it costs you nothing${refund}.`,
      `Your booking ends then, and ${getsPriority}`,
      ...refundLines(booking),
    ],
    says: "Thank you for waiting. I’d love to see you at a table.",
  };
}

const findingOne = "Finding one that suits you is our job, not yours.";

const canceledWhat = {
  dinner: {
    subject: (weekday: string) => `${weekday}’s dinner is canceled`,
    text: (day: string) => `the dinner on ${day} can’t take place, so your booking is canceled.`,
  },
  booking: {
    subject: (weekday: string) => `We have no seat for you on ${weekday}`,
    text: (day: string) => `we can’t give you a seat at the dinner on ${day}, so your booking is canceled.`,
  },
  block: {
    subject: (weekday: string) => `We canceled your booking for ${weekday}`,
    text: (day: string) =>
      `We’ve blocked your account, so your booking for ${day} is canceled. If you think that’s a mistake, write to us.`,
  },
};

/** Says what has changed: the time, or the day. */
function describeMove({ event, day, way: { timeZone } }: BookingFacts, previousDate: number): string {
  return longDate(new Date(previousDate), timeZone) === day
    ? `Your dinner now starts at ${timeOfDay(event.date, timeZone)}`
    : `Your dinner is now on ${day}`;
}

/** The first is the button that stands out. */
function nextSteps({
  payBy,
  unmetNeeds,
  origin,
  bookingId,
  bookingUrl,
  answersUrl,
  links: { calendar, together },
}: BookingFacts): Pick<EmailContent, "action" | "links"> {
  const own = { label: "See your booking", href: bookingUrl };
  const inCalendar = { label: "Add to my calendar", href: calendar };
  const friend = { label: "Bring a friend", href: together };
  const [action, ...links] = [
    ...(payBy ? [{ label: "Pay Deposit", href: `${origin}/payment?booking=${bookingId}` }] : []),
    ...(unmetNeeds.length > 0
      ? [own, { label: "Change your answer", href: answersUrl }, friend, inCalendar]
      : [inCalendar, friend, own]),
  ];
  return action ? { action, links } : {};
}

export const bookingEmails = {
  "booking-received": (booking) => ({
    subject: clubText("booking-received-subject", places(booking)),
    ...(booking.unmetNeeds.length > 0
      ? { title: stillLooking, lead: findingOne }
      : { lead: "Finding four people you’d get on with is our part." }),
    faces: faceAtNextTable(booking),
    paragraphs: [
      ...(booking.unmetNeeds.length > 0
        ? [
            `${explainUnmetNeeds(booking.unmetNeeds)} ${standbyUnlessSuited} If your answer was a slip, you can change it below.`,
          ]
        : []),
      ...(booking.payBy
        ? [
            `Pay the deposit of ${booking.amount} by ${booking.payBy}: until then we keep the seat for you, and after that it’s free for somebody else. We’ll refund it the day after the dinner.`,
          ]
        : []),
      `${clubText("booking-received-line", places(booking))} We’ll make the tables on ${booking.tablesMadeAt}. If you get a seat, we’ll email you the restaurant and who’s at your table.`,
    ],
    timeline: listEmailStops(booking),
    ...nextSteps(booking),
    says: "I’m glad you booked. A little nervous is fine.",
    lastLinks: [{ label: "Cancel booking", href: booking.links.cancel }],
    ...(booking.unmetNeeds.length > 0 ? {} : { closing: standbyAtFirst }),
    note: describeLateCancellation(booking),
  }),
  "friend-declined": (booking) => ({
    subject: "Your friend can’t come this time",
    faces: faceAtNextTable(booking),
    lead: `${withName("Coming alone is just as fine", booking)}, and we’d love to see you.`,
    paragraphs: [`You’re still booked for ${booking.whenThere}. Would somebody else like to come along?`],
    action: { label: "Bring a friend", href: booking.links.together },
    links: [{ label: "See your booking", href: booking.bookingUrl }],
    says: "See you there, with a friend or without.",
  }),
  "friend-joined": (booking, { obstacle }) => {
    const name = booking.other.firstName ?? "your friend";
    return {
      ...describePair(booking),
      subject: `You and ${name} are coming together`,
      faces: facesOfPair(booking),
      ...(obstacle
        ? { facts: [["When", [booking.whenThere]]] as Fact[] }
        : {
            lead: "One person you know, and three to meet.",
            links: [{ label: "Add to my calendar", href: booking.links.calendar }],
            says: "Lovely. Keep a story or two for the other three.",
          }),
      paragraphs: obstacle
        ? [describeObstacle(obstacle, name), choiceOfObstacle]
        : [
            `${capitalize(name)} has booked the dinner on ${booking.whenThere}, too, and you’ve both asked for one table. If one of you can’t come, the other stays booked.`,
          ],
      action: { label: obstacle ? "Choose" : "See your booking", href: booking.links.together },
    };
  },
  "friend-not-coming": (booking) => {
    const { place, tableMates } = booking;
    const canAsk = booking.way.now < booking.event.closesAt;
    const name = booking.other.firstName ?? "Your friend";
    const action = directionsAction(booking);
    return {
      subject: `${name} can’t come`,
      faces: place ? facesWithout(booking) : faceAtNextTable(booking),
      lead: `${withName("Coming alone is just as fine", booking)}, and your booking stays.`,
      paragraphs: [
        place
          ? `Sorry that ${booking.other.firstName ?? "your friend"} can’t make it.${tableMates.length > 0 ? ` You’re at a table with ${nameMates(booking)}.` : ""}`
          : `Sorry that ${booking.other.firstName ?? "your friend"} can’t make it. You’re still booked for ${booking.whenThere}, and we seat you like everybody else.`,
        ...(canAsk ? ["Would somebody else like to come along?"] : []),
      ],
      ...(place ? { facts: detailFacts(booking) } : {}),
      action: action ?? { label: "See your booking", href: booking.bookingUrl },
      links: [
        ...(action ? [{ label: "See your booking", href: booking.bookingUrl }] : []),
        ...(canAsk ? [{ label: "Bring a friend", href: booking.links.together }] : []),
      ],
      says: "I’m glad you’re still in.",
      lastLinks: [{ label: "Cancel booking", href: booking.links.cancel }],
    };
  },
  "together-asked": (booking) => ({
    ...describePair(booking),
    subject: `Sit at one table with ${nameOther(booking)}?`,
    faces: facesOfAsked(booking),
    lead: "It happens only if you both say yes.",
    paragraphs: [
      `${nameOther(booking)} has booked the dinner on ${booking.whenThere}, too. Would you like to share a table?`,
      `${describeRefusal(booking.other.firstName ?? "them")} You keep your booking either way.`,
    ],
    action: { label: "Yes, together", href: booking.links.together },
    links: [{ label: "Not this time", href: booking.links.together }],
  }),
  "together-ended": (booking) => ({
    title: `You’re still booked for ${booking.weekday}`,
    subject: `You’re still booked for ${booking.weekday}: you and ${booking.other.firstName ?? "your friend"} each have your own booking now`,
    faces: facesOfTable(booking) ?? faceAtNextTable(booking),
    lead: `You and ${booking.other.firstName ?? "your friend"} each come on your own this time.`,
    paragraphs: [
      `Coming alone is just as fine, and your booking for ${booking.whenThere} stays as it is. You’ll meet new people at your table.`,
    ],
    action: { label: "See your booking", href: booking.bookingUrl },
    says: "I’m glad you’re still in.",
  }),
  "together-noted": (booking) => ({
    ...describePair(booking),
    title: `One table for you and ${nameOther(booking)}`,
    subject: `One table for you and ${nameOther(booking)}: we’ve noted your wish`,
    faces: facesOfPair(booking, true),
    lead: `Once ${booking.other.firstName ?? "your friend"} says yes, too.`,
    paragraphs: [
      `You’ve told us that you’d like to share a table on ${booking.whenThere}. If we got that wrong, you can take it back.`,
    ],
    action: { label: "See your booking", href: booking.bookingUrl },
    lastLinks: [{ label: "Take it back", href: booking.links.together }],
  }),
  "booking-confirmed": (booking, { reason, left, say }) =>
    reason === "venue dropped out"
      ? describeNewSeat(booking, left ?? { venue: "The restaurant" }, say)
      : {
          ...nameTable(booking, confirmedBecause[reason].subject(booking.firstName)),
          faces: facesOfTable(booking),
          ...describeConfirmed(booking, reason, say),
          facts: reason.startsWith("moved")
            ? [["When", [booking.when]], whereFact(booking), markNew(tableFact(booking)), doorFact]
            : detailFacts(booking),
          action: { label: "See your table", href: booking.bookingUrl },
          links: [
            ...(booking.place ? [{ label: "Get Directions", href: booking.place.mapsLink }] : []),
            { label: "Add to my calendar", href: booking.links.calendar },
          ],
          closing: [
            reason === "off standby"
              ? "If you can’t come, cancel, even late."
              : "If you can’t come, cancel, even late: somebody on standby may get your seat.",
            ...(reason === "off standby" && !booking.isFree
              ? ["Canceling was free while you were on standby."]
              : []),
            ...describeDepositTerms({ ...booking, hasSeat: true, hasDeposit: booking.deposit === "paid" }),
          ].join(" "),
          lastLinks: [{ label: "Cancel booking", href: booking.links.cancel }],
        },
  "table-changed": (booking) => {
    const name = booking.tableMates.find(({ firstName }) => firstName === booking.other.firstName)?.firstName;
    const topic = firstTopic(booking);
    return {
      subject: `${name ?? "Somebody"} is new at your table`,
      faces: facesOfTable(booking, (firstName) => (firstName === name ? "New" : undefined)),
      lead: `${name ? `Meet ${name}, who has` : "Somebody new has"} joined your table.`,
      paragraphs: [...(topic ? [topic] : []), "Your seat, the place and the time stay as they are."],
      facts: detailFacts(booking),
      action: { label: "See your table", href: booking.bookingUrl },
      ...(booking.place ? { links: [{ label: "Get Directions", href: booking.place.mapsLink }] } : {}),
      says: "Please give the new one a warm welcome.",
      closing: describeHelp(booking, "Questions?"),
      lastLinks: [{ label: "Cancel booking", href: booking.links.cancel }],
    };
  },
  "on-standby": (booking, { reason, left, say }) => {
    const { bookingUrl, unmetNeeds, answersUrl, links } = booking;
    const isUnsuited = unmetNeeds.length > 0;
    const { paragraphs, ...rest } = describeStandby(booking, reason);
    const own = { label: "See your booking", href: bookingUrl };
    return {
      subject: left
        ? `${describeLeft(left, dayOf(booking))}: you’re on standby`
        : isUnsuited
          ? noRestaurantOn(booking.weekday)
          : lookingForSeatOn(booking.weekday),
      ...(isUnsuited ? { houses: "street" } : { faces: faceAtNextTable(booking) }),
      ...rest,
      paragraphs: [...(say ? [endWithPeriod(say)] : []), ...paragraphs],
      ...(isUnsuited
        ? { action: dinnersLink(booking), links: [{ label: "Change your answer", href: answersUrl }, own] }
        : { action: own, links: [dinnersLink(booking)] }),
      closing: ["On standby, canceling is always free.", ...(left ? [describeHelp(booking)] : [])].join(" "),
      lastLinks: [{ label: "Cancel booking", href: links.cancel }],
    };
  },
  "standby-ended": (booking) => {
    const { day, weekday, unmetNeeds, answersUrl } = booking;
    const isUnsuited = unmetNeeds.length > 0;
    return {
      subject: isUnsuited ? noRestaurantOn(weekday) : `No seat came free for you on ${weekday}`,
      houses: "street",
      lead: priority,
      invitation,
      paragraphs: [
        `${withName("We’re sorry", booking)}. ${isUnsuited ? `${explainUnmetNeeds(unmetNeeds)} So we’ve` : "We’ve"} closed your booking for ${day}.`,
      ],
      consolation: consoles(booking),
      ...bookAgain(booking),
      says: "Thank you for waiting. I’m sorry it ended like this.",
      ...(isUnsuited
        ? {
            note: "If your answer was a slip, you can change it.",
            lastLinks: [{ label: "Change your answer", href: answersUrl }],
          }
        : {}),
    };
  },
  "event-moved": (booking, { previousDate, previousTimeZone }) => {
    const before = new Date(previousDate);
    const isSameDay =
      previousTimeZone === booking.way.timeZone && longDate(before, previousTimeZone) === booking.day;
    const [, ...otherFacts] = detailFacts(booking);
    return {
      subject: describeMove(booking, previousDate),
      faces: facesOfTable(booking) ?? faceAtNextTable(booking),
      lead: `You’re still booked.${booking.tableMates.length > 0 ? " Same table, same people." : ""}`,
      paragraphs: [
        `${withName("Sorry for the change", booking)}. If it doesn’t suit you, canceling is free until the dinner begins.`,
      ],
      facts: [
        [
          "When",
          [booking.when],
          { before: isSameDay ? timeOfDay(before, previousTimeZone) : dateAndTime(before, previousTimeZone) },
        ],
        ...otherFacts,
      ],
      action: { label: "Update my calendar", href: booking.links.calendar },
      links: [directionsAction(booking) ?? { label: "See your booking", href: booking.bookingUrl }],
      says: "I hope the new time suits you, too.",
      lastLinks: [{ label: "Cancel booking", href: booking.links.cancel }],
    };
  },
  "booking-canceled": (booking) => {
    const { firstName } = booking.other;
    return {
      subject: "Your booking is canceled",
      houses: "street",
      lead: "Plans change.",
      invitation,
      paragraphs: [
        isOpen(eveningWindows.cannotCome, booking.event.date, booking.way.now)
          ? `You’ve canceled your seat on ${booking.day}, and we’ve told the people at your table.`
          : `You’ve canceled your booking for ${booking.day}.${firstName ? ` We’ll tell ${firstName}, who keeps the booking.` : ""}`,
      ],
      consolation:
        booking.deposit === "refunding" || booking.deposit === "refunded"
          ? [`We’re refunding your deposit of ${booking.amount}.`, refundTime]
          : booking.deposit === "kept"
            ? [canceledDepositSentences.kept]
            : [],
      ...bookAgain(booking),
      says: "See you another time, I hope.",
      lastLinks: [removal(booking)],
    };
  },
  "canceled-by-club": (booking, { what, because, left }) =>
    what === "seat"
      ? describeNoSeat(booking, left ?? { venue: "The restaurant" }, because)
      : what === "block"
        ? {
            subject: canceledWhat[what].subject(booking.weekday),
            paragraphs: [
              canceledWhat[what].text(booking.day),
              ...(because ? [endWithPeriod(because)] : []),
              costsNothing(booking),
            ],
            action: { label: "Contact us", href: `${booking.origin}/contact` },
            lastLinks: [removal(booking)],
          }
        : {
            subject: canceledWhat[what].subject(booking.weekday),
            houses: "street",
            invitation,
            paragraphs: [`${withName("We’re sorry", booking)}: ${canceledWhat[what].text(booking.day)}`],
            ...(because ? { quote: [endWithPeriod(because)] } : {}),
            consolation: consoles(booking, priority),
            ...bookAgain(booking),
            says: "I’m as sorry as you are.",
            lastLinks: [removal(booking)],
          },
  "table-dissolved": (booking) => ({
    subject: "Your table can’t meet tonight",
    houses: "street",
    lead: "Please don’t set out.",
    paragraphs: [
      `${withName("We’re sorry to tell you so late", booking)}. Too many people at your table canceled, and the other tables are full, so your booking is canceled.`,
    ],
    consolation: consoles(booking, priority),
    invitation,
    ...bookAgain(booking),
    says: "I’m sorry. I know you were looking forward to it.",
    closing: describeHelp(booking),
    lastLinks: [removal(booking)],
  }),
} satisfies Partial<EmailTemplates>;
