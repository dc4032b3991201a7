import { clubText } from "#app/lib/club-texts.ts";
import { dateAndTime, dateAndTimeOf, longDate, weekday } from "#app/lib/dates.ts";
import { describeEvening } from "#app/lib/event/evening.ts";
import { commandForProblem } from "#app/lib/health.ts";
import { club } from "#club";
import {
  type AccountFacts,
  type EmailContent,
  type EmailTemplates,
  type Fact,
  invitation,
  seatAtNextTable,
} from "./template.ts";

const nameWays = (passkeys: string[] = [], hasGoogle?: number) => [
  ...passkeys.map((name) => `Passkey: ${name}`),
  ...(hasGoogle ? ["Google"] : []),
];

const toMinute = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;

const describeDinner = ({ date, timeZone, city }: { date: number; timeZone: string; city?: string | null }) =>
  `${dateAndTime(new Date(date), timeZone)}${city ? ` in ${city}` : ""}`;

function bookNext(
  origin: string,
  slug: string,
  next: AccountFacts["nextDinner"],
): Pick<EmailContent, "action" | "links"> {
  const all = { label: "See the dinners", href: `${origin}/events?${new URLSearchParams({ city: slug })}` };
  return next
    ? {
        action: { label: `Book ${next.day}`, href: `${origin}/dashboard/bookings/new?event=${next.id}` },
        links: [all],
      }
    : { action: all };
}

export const accountEmails = {
  "account-exists": ({ origin }, { forChange }) => ({
    ...(forChange
      ? { subject: "You already have an account" }
      : {
          title: "Welcome back",
          subject: "Welcome back: you already have an account",
          lead: "You can go on where you left off.",
        }),
    houses: "slim",
    paragraphs: [
      forChange
        ? `Somebody just asked to use this address for another account at ${club.name}. It already has one, so nothing has changed.`
        : `This address already has an account at ${club.name}, so there’s no need to sign up again.`,
    ],
    action: { label: "Login", href: `${origin}/login` },
    links: [{ label: "I forgot my password", href: `${origin}/forgot-password` }],
    closing: "If it wasn’t you, you can ignore this email. Your account is safe.",
  }),
  "confirm-email": ({ origin, linkToken }, { eventId, chosen }) => ({
    subject: clubText("confirm-email-subject"),
    houses: "street",
    lead: "Welcome. Your table of five starts here.",
    paragraphs: [
      ...(chosen ? [chosen] : []),
      "Confirm your address, then take the 3-minute quiz that finds your table. The link works for 24 hours.",
    ],
    action: {
      label: "Confirm and take the quiz",
      href: `${origin}/auth/confirm?${new URLSearchParams({ token: linkToken, ...(eventId ? { dinner: eventId } : {}) })}`,
    },
    closing:
      "On another phone or computer, you choose a new password afterwards. If you didn’t sign up, you can ignore this email.",
  }),
  invitation: ({ origin, linkToken }, { eventId }) => ({
    subject: `Your seat at ${club.name} is waiting`,
    faces: seatAtNextTable,
    lead: "It was good to talk to you.",
    paragraphs: [
      "Choose a password, take a quiz of about 3 minutes, and pick your first dinner: five people, one table. The link works once, within 3 days.",
    ],
    action: {
      label: "Take your seat",
      detail: "Choose a password",
      href: `${origin}/reset-password?${new URLSearchParams({ token: linkToken, ...(eventId ? { dinner: eventId } : {}) })}`,
    },
    says: "I’d love to have you at a table.",
    closing: "You didn’t speak with us? Then do nothing: we delete the account within days.",
  }),
  "reset-password": ({ origin, to, linkToken }) => ({
    title: "Let’s get you back in",
    subject: "Let’s get you back in: choose a new password",
    houses: "slim",
    lead: "It happens to all of us.",
    paragraphs: [`Here’s the link to the account of ${to}. It works once, within 1 hour.`],
    action: { label: "Choose a new password", href: `${origin}/reset-password?token=${linkToken}` },
    closing: "If you didn’t ask for this, you can ignore this email. Your password stays as it is.",
  }),
  "city-asked": ({ origin, linkToken }, { city }) => ({
    subject: `A table for five in ${city}?`,
    houses: "street",
    sign: city,
    lead: "Five people who don’t know each other, one table.",
    paragraphs: [
      `Would you like to hear once there are dinners in ${city}? Just confirm that it’s you, and we’ll tell you once, on the day.`,
    ],
    action: {
      label: "Yes, tell me",
      href: `${origin}/your-city?${new URLSearchParams({ token: linkToken })}`,
    },
    closing:
      "Somebody, probably you, asked us to write to this address. If it wasn’t you, do nothing, and we forget it tomorrow.",
  }),
  "city-opened": ({ origin, nextDinner }, { city, slug }) => ({
    subject: `Dinners have come to ${city}`,
    houses: "street",
    sign: city,
    lead: "You asked, and here we are.",
    paragraphs: ["Five people who don’t know each other, one table, and a quiz that finds who gets along."],
    action: {
      label: "See the dinners",
      href: `${origin}/events?${new URLSearchParams({ city: slug })}`,
      ...(nextDinner ? { detail: `First dinner: ${nextDinner.when}` } : {}),
    },
    says: "I’d love to see you at one of the first tables.",
    closing: "This is the one email that you asked for, so we’ve deleted your request.",
  }),
  "line-ended": ({ origin, nextDinner }, dinner) => ({
    subject: `${weekday(new Date(dinner.date), dinner.timeZone)} filled up before we got to you`,
    houses: "street",
    lead: "Thank you for waiting.",
    paragraphs: [
      `We’re sorry: booking has ended, and no seat came free for you in time. You were in line for ${describeDinner(dinner)}.`,
    ],
    invitation,
    ...bookNext(origin, dinner.slug, nextDinner),
    says: "I’d have liked to see you at that table.",
  }),
  "seat-offered": ({ origin, linkToken }, { until, evening, ...dinner }) => {
    const date = new Date(dinner.date);
    const { where, prices } = evening
      ? describeEvening({ ...evening, date, timeZone: dinner.timeZone, taken: 0, capacity: 0 }, evening)
      : {};
    const answerBy = dateAndTime(new Date(until), dinner.timeZone);
    return {
      subject: `A seat for you on ${longDate(date, dinner.timeZone)}`,
      faces: seatAtNextTable,
      lead: "A seat has opened, and you’re next in line.",
      paragraphs: [`We hold it for you until ${answerBy}.`],
      facts: [
        ["When", [describeDinner(dinner)]],
        ...(where ? [["Where", [where]] as Fact] : []),
        ...(prices ? [["Price", [`${prices}, paid there`]] as Fact] : []),
      ],
      action: { label: "Take the seat", href: `${origin}/line/${linkToken}` },
      links: [{ label: "Give it to the next person", href: `${origin}/line/${linkToken}` }],
      says: "I hope you take it.",
    };
  },
  "new-sign-in": ({ origin, lastBookedCity }, { browser, place, at }) => ({
    subject: "New sign-in to your account",
    houses: "slim",
    lead: "Was it you? Then there’s nothing to do.",
    paragraphs: [`Your account at ${club.name} was just opened in a new browser.`],
    facts: [
      ["Browser", [browser]],
      ...(place ? [["Near", [place]] as Fact] : []),
      ["When", [dateAndTimeOf(new Date(at), lastBookedCity)]],
    ],
    links: [
      { label: "It wasn’t me", href: `${origin}/forgot-password`, detail: "Choose a new password" },
      { label: "See where you’re signed in", href: `${origin}/dashboard/settings/security` },
    ],
    closing:
      "A new password signs everybody out. Then remove passkeys that you don’t recognize in your settings.",
  }),
  "sign-in-locked": ({ origin }) => ({
    subject: "Somebody tried to sign in to your account",
    houses: "slim",
    paragraphs: [
      "If it was you, wait 15 minutes, or choose a new password. If it wasn’t, there’s nothing to do: nobody got in.",
      `Somebody typed 10 wrong passwords for your account at ${club.name}. For 15 minutes, nobody can sign in from a browser that’s new to your account. Browsers that you’ve used before still work.`,
    ],
    links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
  }),
  "password-changed": ({ origin }, { isRemoved, passkeys, hasGoogle, removedPasskeys, hadGoogle }) => {
    const otherWays = nameWays(passkeys, hasGoogle);
    const removed = nameWays(removedPasskeys, hadGoogle);
    const facts: [string, string[]][] = [
      ["Removed", removed],
      ["Opens it too", otherWays],
    ];
    return {
      subject: isRemoved ? "Your password was removed" : "Your password was changed",
      houses: "slim",
      paragraphs: [
        isRemoved
          ? `The password of your account at ${club.name} was just removed. From now on you sign in without one.`
          : `The password of your account at ${club.name} was just changed. We’ve signed out every other browser.`,
        ...(removed.length > 0
          ? [
              "What’s listed as removed opened your account without the password, and somebody else may have added it. It doesn’t open it anymore. Add what’s yours again in your settings.",
            ]
          : []),
        ...(otherWays.length > 0
          ? [
              "What’s listed as opening it too still works without the password. Remove what you don’t recognize.",
            ]
          : []),
        "If it was you, there’s nothing else to do. If it wasn’t, choose a new password now.",
      ],
      facts: facts.filter(([, ways]) => ways.length > 0),
      ...(otherWays.length > 0
        ? {
            action: {
              label: "See what opens your account",
              href: `${origin}/dashboard/settings/security?after=reset`,
            },
          }
        : {}),
      links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
    };
  },
  "change-email": ({ origin, to, linkToken }) => ({
    subject: "Confirm your new email",
    houses: "slim",
    lead: "One tap, and our emails come here.",
    paragraphs: [`After that, you’ll sign in to ${club.name} with ${to}. The link works for 24 hours.`],
    action: { label: "Use this address", href: `${origin}/auth/change-email?token=${linkToken}` },
    closing: "If you didn’t ask for this, you can ignore this email: nothing changes.",
  }),
  "email-changed": ({ origin }, { maskedEmail, hadGoogle }) => ({
    subject: "Your email was changed",
    houses: "slim",
    paragraphs: [
      `Your account at ${club.name} now has the address ${maskedEmail}. We’ll write to that one from now on.`,
      ...(hadGoogle ? ["We’ve also unlinked the Google account that was linked to it."] : []),
      "If it was you, there’s nothing to do. If it wasn’t, write to us now, so that we can give you your account back.",
    ],
    links: [{ label: "Write to us", href: `${origin}/contact` }],
  }),
  "google-linked": ({ origin }) => ({
    subject: "You can now sign in with Google",
    houses: "slim",
    paragraphs: [
      `Your account at ${club.name} was just opened with the Google account of this address. From now on, you can use Google as well as your password. If it was you, there’s nothing to do.`,
      "If it wasn’t you, somebody else controls a Google account with your address. Unlink Google in your settings, and choose a new password.",
    ],
    action: { label: "Sign-in settings", href: `${origin}/dashboard/settings/security` },
  }),
  "google-unlinked": ({ origin }) => ({
    subject: "Google was unlinked from your account",
    houses: "slim",
    paragraphs: [
      `You can’t sign in to your account at ${club.name} with Google anymore. If you unlinked it, there’s nothing to do.`,
      "If you didn’t, choose a new password: that signs everybody out. Then link Google again in your settings, and remove passkeys that you don’t recognize.",
    ],
    action: { label: "Sign-in settings", href: `${origin}/dashboard/settings/security` },
    links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
  }),
  "passkey-added": ({ origin }, { name }) => ({
    subject: "A passkey was added to your account",
    houses: "slim",
    paragraphs: [
      `You can now sign in to your account at ${club.name} with this passkey, without your password. If you added it, there’s nothing to do.`,
      "If you didn’t, remove it in your settings, choose a new password there, and sign out everywhere.",
    ],
    facts: [["Added with", [name]]],
    action: { label: "Sign-in settings", href: `${origin}/dashboard/settings/security` },
  }),
  "passkey-removed": ({ origin }, { name }) => ({
    subject: "A passkey was removed from your account",
    houses: "slim",
    paragraphs: [
      `You can’t sign in to your account at ${club.name} with this passkey anymore. If you removed it, there’s nothing to do.`,
      "If you didn’t, choose a new password: that signs everybody out. Then remove passkeys that you don’t recognize in your settings.",
    ],
    facts: [["Added with", [name]]],
    action: { label: "Sign-in settings", href: `${origin}/dashboard/settings/security` },
    links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
  }),
  "recovery-started": ({ origin, linkToken }, { maskedEmail }) => ({
    subject: "Somebody wants your account to have another email",
    houses: "slim",
    paragraphs: [
      `Somebody told us that they have lost this address, and that your account at ${club.name} is theirs. In 72 hours it will have the address ${maskedEmail}, and this one won’t open it anymore.`,
      "If it was you, there’s nothing to do, and don’t sign in meanwhile. If it wasn’t, stop it now. Signing in stops it too.",
    ],
    action: { label: "Stop it", href: `${origin}/stop-recovery?token=${linkToken}` },
    links: [{ label: "Write to us", href: `${origin}/contact` }],
  }),
  "recovery-waits": ({ origin }) => ({
    subject: "Your account will have this email in 72 hours",
    houses: "slim",
    paragraphs: [
      `You asked us to give your account at ${club.name} this address, because you’ve lost the old one. We’ve told the old address. If nobody stops it or signs in within 72 hours, we’ll write to you again, with a link to choose a new password.`,
      "You still know your password, or can sign in another way? Then sign in and change your email in the settings: that takes a minute, and ends this.",
    ],
    closing: "If you didn’t ask for this, write to us.",
    links: [{ label: "Write to us", href: `${origin}/contact` }],
  }),
  "recovery-stopped": ({ origin }, { isProved }) => ({
    subject: "The account keeps its email",
    houses: "slim",
    paragraphs: [
      `Somebody told us that they had lost the email address of an account at ${club.name}, and asked us to give it another one. The account keeps the address it has.`,
      isProved
        ? "Somebody has just shown that it’s theirs: with its password, a passkey, Google, or a link that we emailed."
        : "It was stopped.",
      "If you don’t know why, write to us.",
    ],
    links: [{ label: "Write to us", href: `${origin}/contact` }],
  }),
  recovered: ({ origin, linkToken }) => ({
    subject: "Your account has this email now",
    houses: "slim",
    paragraphs: [
      `Three days ago you asked us to give your account at ${club.name} this address. Nobody stopped it, so from now on it’s yours. Everybody is signed out, and the old password, passkeys and Google don’t open it anymore.`,
      "Choose a new password to sign in. The link works once, within 3 days.",
    ],
    action: { label: "Choose a new password", href: `${origin}/reset-password?token=${linkToken}` },
  }),
  "old-answers": ({ origin }) => ({
    title: "It’s been a while",
    subject: "It’s been a while: shall we keep your answers about food?",
    houses: "slim",
    lead: "You haven’t been to a dinner for two years, and we’d love to see you at a table.",
    paragraphs: [
      "In 30 days, we’ll delete what you told us about your diet, allergies, drinks and access. If you’d like to come again, sign in before then, and we’ll keep them.",
      "Otherwise there’s nothing to do. Your account stays, and you can answer again whenever you like.",
    ],
    action: { label: "Sign in and keep my answers", href: `${origin}/login` },
    links: [{ label: "See the dinners", href: `${origin}/events` }],
    says: "However you decide, thank you for coming.",
  }),
  "operator-change": ({ origin }, { operator, command, at }) => ({
    subject: `${operator} did “${command}”`,
    paragraphs: ["This was done at the desk of your club, and can’t be undone."],
    facts: [
      ["By", [operator]],
      ["What", [command]],
      ["When", [toMinute(at)]],
    ],
    links: [{ label: "Open the desk", href: `${origin}/desk` }],
    closing:
      "The history of each person whom it was about says so, too. You get this because your address is OPERATOR_EMAIL in the club’s settings.",
  }),
  "operator-alarm": ({ origin }, { problem, detail, startedAt, endedAt }) => ({
    subject: endedAt ? `Over: ${problem}` : `Problem: ${problem}`,
    paragraphs: endedAt
      ? [`There’s nothing to do: this problem is over. Your club is at ${origin}.`]
      : [
          `Run the command below, then follow docs/operating/when-something-is-wrong.md at “${problem}”. Your club is at ${origin}.`,
          "We’ll email you when it’s over.",
        ],
    facts: [
      [endedAt ? "Happened" : "Problem", [detail]],
      ["Since", [toMinute(startedAt)]],
      ...(endedAt ? [["Until", [toMinute(endedAt)]] as [string, string[]]] : []),
      ...(endedAt ? [] : [["Run", [commandForProblem(problem, origin)]] as [string, string[]]]),
    ],
    closing: "You get this because your address is OPERATOR_EMAIL in the club’s settings.",
  }),
} satisfies Partial<EmailTemplates>;
