import type { AppLoadContext } from "@remix-run/cloudflare";
import type { BookingView } from "#app/components/booking/describe-booking.server.ts";
import { colorFaces } from "#app/lib/account/draw-face.ts";
import { findFace } from "#app/lib/account/find-face.server.ts";
import { avatarAddress } from "#app/lib/account/person.ts";
import { dateAndTime, dayOfEvent, eventTime, timeOfDay } from "#app/lib/dates.ts";
import { eveningWindows, isOpen, opensAt } from "#app/lib/event/event-times.ts";
import { generalIcebreakers } from "#app/lib/event/icebreakers.ts";
import { findSafety } from "#app/lib/event/safety.ts";
import { dayMs } from "#app/lib/time-units.ts";
import type { readBookingDetails } from "#app/models/booking/bookings.server.ts";

type Found = NonNullable<ReturnType<ReturnType<typeof readBookingDetails>["toResult"]>>;

interface Visit extends Pick<AppLoadContext, "env" | "now" | "timeZone"> {
  view: BookingView;
  userId: string;
  icebreaker: string | null;
}

/** What a diner has said, or what the host has seen. Null long before the dinner. */
export type DinerState = "here" | "late" | "can't come" | "expected" | "no word yet" | null;

export type DinnerView = NonNullable<ReturnType<typeof describeDinner>>;
export type DinnerDiner = DinnerView["diners"][number];

/** Describes the page of the dinner's day; null if the booking has no table. */
export function describeDinner(
  { booking, dinersOfEvening, shares, company, hasMatchRecord }: Found,
  visit: Visit,
) {
  const { view, env, now, userId, timeZone: visitorZone } = visit;
  const { date, timeZone, country, hasHost } = booking;
  const { place } = view;
  if (!place) return null;
  const can = {
    say: isOpen(eveningWindows.late, date, now),
    cancel: date > now,
    checkIn: isOpen(eveningWindows.checkIn, date, now),
    leavePhone: isOpen(eveningWindows.phone, date, now),
    reportMissing: isOpen(eveningWindows.missing, date, now),
  };
  const own = dinersOfEvening.findIndex((diner) => diner.userId === userId);
  if (own < 0) return null;
  /** Clockwise from the left neighbor; the viewer is the last. */
  const seated = [...dinersOfEvening.slice(own + 1), ...dinersOfEvening.slice(0, own + 1)];
  const faces = colorFaces(seated.map((diner) => findFace(env, diner)));
  const diners = seated.map((diner, seat, { length }) => ({
    bookingId: diner.bookingId,
    firstName: diner.firstName,
    photo: avatarAddress(diner.avatarUrl),
    drawn: faces[seat] ?? findFace(env, diner),
    isYou: diner.userId === userId,
    seat: (seat + 1) % length,
    state: findState(diner, { date, now }),
    lateMinutes: diner.lateMinutes,
    isReportedMissing: diner.isReportedMissing,
    isSeenHere: diner.isSeenHere,
  }));
  const you = diners.at(-1);
  const icebreakers = listIcebreakers(shares, place.tableNumber);
  const chosen = Math.floor(Number(visit.icebreaker));
  const position = chosen >= 1 && chosen <= icebreakers.length ? chosen : 1;
  return {
    ...view,
    place,
    when: `${dayOfEvent(date, now, timeZone)}, ${eventTime(date, booking, visitorZone)}`,
    asOf: timeOfDay(now, timeZone),
    can,
    /** From then on, the details say who was there and what comes next. */
    isOver: !can.cancel && !can.say,
    lateFrom: timeOfDay(opensAt(eveningWindows.late, date), timeZone),
    checkInFrom: timeOfDay(opensAt(eveningWindows.checkIn, date), timeZone),
    hasHost,
    phone: dinersOfEvening[own]?.phone ?? null,
    diners,
    isEverybodyExpected: diners.every(({ state }) => state === "expected"),
    ownState: you?.state ?? null,
    /** The host has not seen them, so only they have said it. */
    canTakeBackHere: you?.state === "here" && !you.isSeenHere && isOpen(eveningWindows.checkIn, date, now),
    ownLateMinutes: you?.lateMinutes ?? null,
    icebreaker: {
      text: icebreakers[position - 1] ?? "",
      position,
      count: icebreakers.length,
      next: (position % icebreakers.length) + 1,
      others: icebreakers.filter((_, i) => i !== position - 1),
    },
    shares,
    company,
    hasReceipt: hasMatchRecord,
    safety: findSafety(env, country),
  };
}

const keptAfterMs = 2 * dayMs;

/** What the page says when a device without a network shows it. */
export const describeKept = (
  { id, date, timeZone }: Pick<Found["booking"], "id" | "date" | "timeZone">,
  now: Date,
  dinner: DinnerView | null,
) => ({
  id,
  until: date.getTime() + keptAfterMs,
  asOf: dateAndTime(now, timeZone),
  hereFrom: opensAt(eveningWindows.checkIn, date).getTime(),
  hereFromTime: dateAndTime(opensAt(eveningWindows.checkIn, date), timeZone),
  offersHere: !dinner || !(dinner.can.checkIn || dinner.isOver || dinner.ownState === "here"),
});

function findState(
  { isHere, hasCanceled, lateMinutes }: Found["dinersOfEvening"][number],
  { date, now }: { date: Date; now: Date },
): DinerState {
  if (hasCanceled) return "can't come";
  if (isHere) return "here";
  if (!isOpen(eveningWindows.late, date, now)) return null;
  if (lateMinutes !== null) return "late";
  return isOpen(eveningWindows.missing, date, now) ? "no word yet" : "expected";
}

/** A phrase of a question that a club added has none, and a general question takes its place. */
const questionsByPhrase: Record<string, string> = {
  "want to laugh until it hurts": "When did you last laugh so hard that you had to leave the room?",
  "want one deep conversation": "What have you changed your mind about in the last few years?",
  "want to meet someone very different": "Whose job or life would you swap with for a month?",
  "come for the food": "What’s the best thing you have eaten this year?",

  "like dry humor": "Who has the driest sense of humor you know, and what did they say last?",
  "laugh at bad puns": "What’s the worst pun you are proud of?",
  "laugh at absurd things": "What’s the most absurd thing that happened to you on an ordinary day?",
  "love a true story": "Which story do your friends make you tell again and again?",
  "like people who laugh at themselves": "What’s the best mistake you ever made?",
  "like dark humor": "Which joke should nobody tell at dinner, and who goes first?",
  "laugh when others laugh": "Who makes you laugh without trying to?",

  "go straight to bed when the party’s over": "What does a perfect slow morning look like?",
  "want to keep going when the party’s over": "Where in this city do you go after midnight?",

  "could talk about films for hours": "Which film have you seen more often than any other?",
  "could talk about books for hours": "Which book do you keep giving to other people?",
  "could talk about music for hours": "Which song would you play to everybody here, right now?",
  "could talk about sports for hours": "Which game or race do you still talk about?",
  "could talk about travel for hours": "Where did you get lost, and what did you find?",
  "could talk about cooking for hours": "What do you cook when nobody’s watching?",
  "could talk about science for hours": "Which discovery do you wish you had made?",
  "could talk about technology for hours": "Which gadget couldn’t you give up, and which could go?",
  "could talk about history for hours": "Which day in history would you watch from a balcony?",
  "could talk about art and design for hours": "Which picture would you hang at home if you could take it?",
  "could talk about theater for hours": "Which evening at the theater have you never forgotten?",
  "could talk about nature for hours": "Which place outdoors do you go back to?",
  "could talk about animals for hours": "Which animal would you like to understand for an hour?",
  "could talk about business for hours": "Which company should somebody finally start?",
  "could talk about psychology for hours": "Which habit of people puzzles you most?",
  "could talk about big questions for hours": "Which question would you ask somebody who knows everything?",
  "could talk about family for hours": "Which saying of your family do you catch yourself repeating?",
  "could talk about cities for hours": "Which street of this city would you show a stranger first?",
  "could talk about games for hours": "Which game do you refuse to lose?",
  "could talk about learning languages for hours": "Which word of another language is missing from yours?",

  "ask why when you disagree": "What would you like to ask somebody who thinks the opposite of you?",
  "say what you think": "What does everybody praise that you can’t stand?",
  "let things go at dinner": "What used to annoy you, and doesn’t anymore?",
  "enjoy a good argument": "Which harmless opinion would you defend all night?",

  "decide on the day": "What’s the best thing you did without any plan?",
  "plan your week ahead": "What’s the next thing in your calendar that you look forward to?",

  "like a long walk on a free Sunday": "What’s the longest walk you ever took?",
  "like a museum, a film or a concert on a free Sunday": "What should everybody here see before it closes?",
  "like company on a free Sunday": "What does your perfect Sunday with friends look like?",
  "like a book and time alone on a free Sunday": "Where is your favorite place to be left alone?",
  "like to make or fix something on a free Sunday": "What’s the last thing you made or mended yourself?",

  "like what you know": "What have you done the same way for years, and why?",
  "try something new all the time": "What did you do for the first time this year?",

  "value kindness most in a friend": "What’s the kindest thing a stranger ever did for you?",
  "value wit most in a friend": "Who’s the wittiest person you’ve ever met?",
  "value honesty most in a friend": "Which honest answer did you need to hear?",
  "value curiosity most in a friend": "What are you trying to find out at the moment?",
  "value calm most in a friend": "Where do you go when everything is too loud?",
  "value drive most in a friend": "What would you start tomorrow if you couldn’t fail?",

  "like your food mild": "Which plain dish could you eat every day?",
  "like your food hot": "What’s the hottest thing you ever ate, and was it worth it?",

  "order what you know": "Which dish do you order whenever you see it?",
  "order dishes you’ve never heard of": "What’s the strangest thing you ever ordered?",

  "like a plate of your own": "Which dish would you never share?",
  "like to share everything": "If this table shared one more dish, which would it be?",
  "let others try your food": "Which dish did you only discover on somebody else’s plate?",

  "cook and enjoy it": "Which dish are you known for?",
  "cook because you have to": "What’s your quickest dinner that still tastes good?",
  "have someone at home who cooks": "Whose cooking do you miss?",
  "eat out or order in": "Which restaurant should everybody here know?",

  "are only visiting": "What surprised you most about this city?",
  "have lived in your city for less than a year": "What has your new city taught you already?",
  "have lived in your city for a few years": "When did your city begin to feel like yours?",
  "have lived in your city for ten years or more": "Which place that is gone do you miss in your city?",
  "have always lived in the same place": "What does everybody who moves here get wrong?",
};

const icebreakerCount = 5;

/** "Most of you could talk about books for hours." */
const readPhrase = (sentence: string) => /^(?:Most|All five) of you (.+)\.$/.exec(sentence)?.[1] ?? "";

export const findIcebreaker = (phrase: string): string | undefined =>
  Object.hasOwn(questionsByPhrase, phrase) ? questionsByPhrase[phrase] : undefined;

/** Reveals nothing more than the table reads anyway. Neighboring tables get different general ones. */
export function listIcebreakers(shares: readonly string[], tableNumber: number): string[] {
  const own = shares.flatMap((sentence) => findIcebreaker(readPhrase(sentence)) ?? []);
  const first = (tableNumber * 3) % generalIcebreakers.length;
  const general = [...generalIcebreakers.slice(first), ...generalIcebreakers.slice(0, first)];
  return [...own, ...general].slice(0, icebreakerCount);
}
