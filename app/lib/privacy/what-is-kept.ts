/**
 * What the club stores about whom. The table of the privacy page and those of docs/privacy.md are made from it, and the tests of the
 * export, of erasures and of two years of a diner's life read it. A new table gets a row here, or one in kept-of-nobody.ts.
 */
import { inWords, keptMs } from "./kept-times.ts";

interface Kept {
  /** The data about a person, in words to them. */
  has: string;
  why: string;
  howLong: string;
  /** Jobs, commands, "erasure" if none of it outlives the account, and what the diner can do. */
  removedBy: string[];
  /** Why the export lacks it, if it does. */
  notExported?: string;
}

/** A row without these is stored as long as the account. */
type Row = Pick<Kept, "has" | "why"> & Partial<Kept>;

const withAccount = { howLong: "as long as you have an account", removedBy: ["erasure"] };
const expiry = ["deleteExpired", "erasure"];
const books = "for good, without your name once you delete your account, because books must be kept";

/** Tables, and prefixes in the bucket, under the headings of the privacy page. */
const rows: Record<string, Record<string, Row>> = {
  "Your account": {
    users: {
      has: "your name, your email address, and your password in a form that we can’t read",
      why: "the account",
      howLong: `as long as you have an account, or ${inWords(keptMs.unconfirmedAccount)} if you never confirm your address`,
      removedBy: expiry,
    },
    profiles: {
      has: "your first name and the drawn face you chose, as your table and a friend whom you ask to come along see them, if you want reminders, and how your dinners come into your calendar",
      why: "dinners",
    },
    "USER/": {
      has: "your photo",
      why: "your table recognizes you",
      howLong: "until you change it, or as long as you have an account",
      removedBy: ["a new photo", "erasure", "deleteUnusedObjects"],
    },
    identities: {
      has: "the number of your Google account, and when it last signed you in",
      why: "signing in with Google",
    },
    passkeys: {
      has: "the public part of your passkeys, the browsers that made them, and when you last used them",
      why: "signing in without a password",
    },
    security_notes: {
      has: "the history of how your account was used and changed",
      why: "you can see what happened, and so can the people who run the club",
      howLong: inWords(keptMs.securityNote),
      removedBy: expiry,
    },
    account_actions: {
      has: "when you last exported your data, changed your photo and the like",
      why: "limits a day",
      howLong: inWords(keptMs.accountAction),
      removedBy: expiry,
    },
    recoveries: {
      has: "the address that your account is to have, if you’ve lost your own",
      why: "giving you back your account",
      howLong: inWords(keptMs.recovery),
      removedBy: ["completeRecoveries", "erasure"],
    },
  },
  "Signing in": {
    sessions: {
      has: "the browsers you’re signed in with, with city and country",
      why: "staying signed in",
      howLong: `${inWords(keptMs.session)} after your last visit, and at most ${inWords(keptMs.longestSession)}`,
      removedBy: expiry,
    },
    devices: {
      has: "a mark for each browser you’ve signed in with",
      why: "others can’t lock you out, and you hear of sign-ins from new browsers",
      howLong: `${inWords(keptMs.device)} after you last signed in there, or until you change your password`,
      removedBy: expiry,
    },
    tokens: {
      has: "what you typed when you signed up, and the links we email you",
      why: "confirming addresses, new passwords",
      howLong: `${inWords(keptMs.confirmLink)}, or ${inWords(keptMs.resetLink)} for a new password (${inWords(keptMs.recoveryLink)} if we made your account for you, or gave it back to you)`,
      removedBy: expiry,
    },
    sign_ups: {
      has: "a scrambled form of the network that somebody signed up from",
      why: "stopping those who sign up crowds",
      howLong: inWords(keptMs.signUp),
      removedBy: ["deleteExpired"],
      notExported: "how many signed up lately from which network, without whom it was",
    },
    account_origins: {
      has: "a scrambled form of the browser and the network that you made your account with, and a number without a meaning that accounts have in common which may be one person’s",
      why: "nobody fills a table with their own accounts to find out about the others at it",
      howLong: `${inWords(keptMs.accountOrigin)}, the network ${inWords(keptMs.accountNetwork)}; or until we know that you’re not the same person`,
      removedBy: [...expiry, "user different"],
      notExported: "scrambled forms, and it would tell about the accounts of others",
    },
    sign_in_attempts: {
      has: "when a wrong password was tried for your address",
      why: "stopping people who guess passwords",
      howLong: inWords(keptMs.signInAttempt),
      removedBy: expiry,
    },
    passkey_challenges: {
      has: "what a passkey is asked to sign",
      why: "signing in without a password",
      howLong: inWords(keptMs.passkeyChallenge),
      removedBy: expiry,
      notExported: "a hash, which is of no use later",
    },
  },
  "Your answers": {
    user_answers: {
      has: "your answers to the quiz",
      why: "choosing tables",
      howLong: `as long as you have an account; those about food, drinks and access until you withdraw your consent, or until you’ve been away for ${inWords(keptMs.unusedAnswers)} and ${inWords(keptMs.askedAnswers)} have passed since we asked`,
      removedBy: ["erasure", "withdrawal", "forgetOldAnswers"],
    },
    entry_keys: {
      has: "a copy of the answers that your table was made with, whom you’d met, avoid, sit with and would like to meet again, and whether your last dinner was a bad one: encrypted, with the key here",
      why: "you can check how the tables were made",
      howLong: `${inWords(keptMs.matchEntry)} after the dinner, or until you withdraw your consent; then the key is deleted, and nobody can read the copy`,
      removedBy: ["deleteExpired", "erasure", "withdrawal"],
    },
    consents: {
      has: "what you’ve agreed to (questions about food and health, news from the club), and when",
      why: "proof of the consent",
    },
  },
  "Your dinners": {
    bookings: {
      has: "your bookings, with whom you booked, and whether you came",
      why: "dinners; nobody sits twice with the same people",
    },
    line_places: {
      has: "that you wait for a seat of a full dinner",
      why: "a seat that opens goes to who came first",
      howLong: "until you book or leave, or booking ends",
      removedBy: ["offerSeats", "erasure", "the diner"],
    },
    pairs: {
      has: "that you and somebody were asked to sit at one table, what you said, and that you made a link for a friend",
      why: "nobody is seated with somebody without a yes",
    },
    late_notes: { has: "that you’d be late", why: "your table and the host need not wonder" },
    phone_numbers: {
      has: "the phone number that you leave for an evening",
      why: "the people who run the club and your host can call you that evening",
      howLong: `${inWords(keptMs.phoneNumber)} after the dinner, or until you take it back`,
      removedBy: ["deleteExpired", "erasure", "the diner"],
    },
    absences: { has: "that you were missed, and what you say about it", why: "you can say that it’s wrong" },
    attendance_reports: {
      has: "what you, your table and the host say about who came",
      why: "who came, and deposits",
      howLong: "as long as you and whoever says it have accounts",
    },
    deposits: {
      has: "the amount and payment number of each deposit, and until you delete your account why we gave a part back",
      why: "money",
      howLong: books,
      removedBy: [],
    },
    disputes: {
      has: "that you asked your bank to take a deposit back, why, and how it ended",
      why: "money",
      howLong: books,
      removedBy: [],
    },
    ledger: {
      has: "what happened to deposits",
      why: "money",
      howLong: books,
      removedBy: [],
    },
    tables: {
      has: "what your table has in common, in sentences that name nobody, and whom we tell that they’re not the only one with an answer",
      why: "your table sees the sentences; the other is for your own page",
      howLong: `the sentences for good; the other until a day after the dinner (${inWords(keptMs.matchEntry)} if it was canceled), or until one of your table withdraws their consent or deletes their account`,
      removedBy: ["decideAttendance", "deleteExpired", "withdrawal"],
    },
  },
  "The day after": {
    feedback: {
      has: "your rating and your note to us",
      why: "better dinners",
      howLong: `as long as you have an account; what you give those who’d like to meet you again, ${inWords(keptMs.wish)}`,
      removedBy: expiry,
    },
    wishes: {
      has: "whom you’d like to meet again",
      why: "you both find out if both of you wish it",
      howLong: `${inWords(keptMs.wish)}, or until you take it back`,
      removedBy: ["deleteExpired", "erasure", "the diner"],
    },
    mutual_wishes: {
      has: "that you both wish it",
      why: "you both see it, and may sit at one table again",
      howLong: `as long as you both have accounts; what each of you gave, ${inWords(keptMs.wish)}`,
      removedBy: expiry,
    },
    avoidances: {
      has: "whom you don’t sit with",
      why: "somebody asked for it",
      howLong: `until whoever asked takes it back, or ${inWords(keptMs.accountKey)} after either account is deleted (${inWords(keptMs.accountKeyOfEndlessBlock)} after that of somebody we’ve blocked for good)`,
      removedBy: ["deleteExpired", "settings", "avoid remove"],
    },
  },
  "If we’ve blocked you, or keep you apart from somebody": {
    blocks: {
      has: "that you’re blocked, and why",
      why: "the safety of others",
      howLong: "until the block ends or we take it back; the reason, as long as you have an account",
      removedBy: ["deleteExpired", "user unblock"],
    },
    account_keys: {
      has: "a scrambled form of your email address and Google account that only this site can make",
      why: "it recognizes you if you sign up again",
      howLong: `as long as you have an account, and then ${inWords(keptMs.accountKey)} or until the block ends (${inWords(keptMs.accountKeyOfEndlessBlock)} if it has no end)`,
      removedBy: ["erasure of everybody else", "deleteExpired"],
      notExported: "only the software can make it",
    },
  },
  Emails: {
    outbox: {
      has: "the emails we’ve sent you, with your address",
      why: "sending them, and knowing what was sent",
      howLong: `${inWords(keptMs.email)} after we sent them or gave up on it`,
      removedBy: expiry,
    },
    city_requests: {
      has: "the city that you asked for, with your address",
      why: "telling you once when there are dinners",
      howLong: `until we’ve told you, until you take it back, and at most ${inWords(keptMs.cityRequest)}; ${inWords(keptMs.unconfirmedRequest)} if you don’t confirm it`,
      removedBy: ["deleteExpired", "tellAboutCities", "erasure", "the person"],
    },
    broken_addresses: {
      has: "that emails to you came back, or that you marked one as spam",
      why: "sending nothing there",
      howLong: `${inWords(keptMs.brokenAddress)}, or until the address works again`,
      removedBy: ["deleteExpired", "erasure", "the diner"],
    },
  },
  "When you’ve deleted your account": {
    erasures: {
      has: "a number without a meaning, and whether you or an operator deleted the account",
      why: "a restored backup doesn’t bring you back, and it’s known who did it",
      howLong: inWords(keptMs.change),
      removedBy: ["keepChanges"],
      notExported: "it has a row only once the account is gone",
    },
    erased_seats: {
      has: "at which table you sat lately, with numbers without a meaning, and the scrambled form of your email address and Google account",
      why: "your table can still say that they’d rather not sit with you again",
      howLong: `${inWords(keptMs.erasedSeat)} after the dinner`,
      removedBy: ["deleteExpired"],
      notExported: "it has a row only once the account is gone",
    },
    "kept-changes/": {
      has: "numbers and scrambled forms; while you have an account, a second copy of it, your answers and choices",
      why: "a restored backup undoes none of it",
      howLong: `${inWords(keptMs.change)} after the last change`,
      removedBy: ["keepChanges"],
      notExported: "a copy of what is in it",
    },
  },
};

/** For the privacy page. */
export const keptByHeading: Record<string, Record<string, Kept>> = Object.fromEntries(
  Object.entries(rows).map(([heading, some]) => [
    heading,
    Object.fromEntries(Object.entries(some).map(([name, row]) => [name, { ...withAccount, ...row }])),
  ]),
);

export const whatIsKept: Record<string, Kept> = Object.assign({}, ...Object.values(keptByHeading));

/** An erasure leaves no trace of the person in it. */
export const isErased = ({ removedBy }: Kept) => removedBy.includes("erasure");
