import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sql } from "drizzle-orm";
import { readVisit } from "#app/auth/device.server.ts";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { loadBatched } from "#app/db/batches.ts";
import { calendarFeedUrl } from "#app/emails/links.server.ts";
import { redirectWithNotice } from "#app/http/cookies.ts";
import { readFormData, toStrings } from "#app/http/forms.ts";
import { badRequest } from "#app/http/responses.ts";
import { findFace } from "#app/lib/account/find-face.server.ts";
import { avatarAddress } from "#app/lib/account/person.ts";
import { dateAndYear, longDate } from "#app/lib/dates.ts";
import { sign } from "#app/lib/signatures.server.ts";
import { lowerFirst } from "#app/lib/text.ts";
import { readOwnAvoidances, takeBackAvoidance } from "#app/models/account/avoidances.server.ts";
import {
  calendarChoices,
  readProfile,
  setCalendar,
  setReminders,
} from "#app/models/account/profiles.server.ts";
import { readSignInWays } from "#app/models/account/sign-in-ways.server.ts";
import { readBookedVenues } from "#app/models/booking/bookings.server.ts";
import { saveAnswers } from "#app/models/quiz/answers.server.ts";
import { setNewsConsent } from "#app/models/quiz/news-consent.server.ts";
import { type AskedQuestion, readConsentState, withdrawConsent } from "#app/models/quiz/quiz.server.ts";
import { readDietForm } from "./settings-group.tsx";

export async function loadSettings({ request, context }: LoaderFunctionArgs) {
  const { db, env, now, timeZone } = context;
  const ownId = userIdIfSignedIn(context);
  const [{ userId, email }, profile, ways, consent, avoided, venues] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readProfile(db, ownId)),
    loadBatched(context, readSignInWays(db, { userId: ownId, now })),
    loadBatched(context, readConsentState(db, ownId)),
    loadBatched(context, readOwnAvoidances(db, ownId)),
    loadBatched(context, readBookedVenues(db, { userId: ownId, now })),
  ]);
  const { questions, givenAt } = consent;
  const answers = Object.fromEntries(questions.map(({ id, answer }) => [id, answer ?? []]));
  const answerCount = questions.filter(({ answer }) => answer && answer.length > 0).length;
  const warnings = findUnservedDiets(venues, questions);
  const newQuestionCount = profile?.isQuizDone
    ? profile.unseenQuestionCount - (givenAt ? 0 : answerCount)
    : 0;
  return json({
    ...ways,
    email,
    firstName: profile?.firstName ?? "",
    photo: avatarAddress(profile?.avatarUrl),
    drawn: findFace(env, { userId, face: profile?.face ?? null }),
    wantsReminders: profile?.wantsReminders ?? true,
    wantsInvitations: profile?.wantsInvitations ?? false,
    feedUrl: profile?.calendarSalt ? calendarFeedUrl(env, userId, profile.calendarSalt) : undefined,
    wantsNewsSince: profile?.wantsNewsSince ? dateAndYear(new Date(profile.wantsNewsSince), timeZone) : null,
    newQuestionCount,
    answerCount,
    consentQuestions: questions,
    consentAnswers: answers,
    consentGivenOn: givenAt && dateAndYear(givenAt, timeZone),
    warnings,
    avoided: avoided.map(({ otherId, firstName, date, timeZone }) => ({
      token: nameAvoidance(env, userId, otherId),
      firstName,
      date: longDate(date, timeZone),
    })),
  });
}

export async function saveSettings({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireUser(request, context);
  const form = await readFormData(request);
  const { intent, reminders, news, calendar, avoided } = toStrings(form);
  switch (intent) {
    case "emails":
      await Promise.all([
        setReminders(context.db, userId, reminders === "on"),
        setNewsConsent(context.db, userId, news === "on", context.now),
      ]);
      return redirectWithNotice(context, "emails-saved", "/dashboard/settings#emails");
    case "calendar": {
      const choice = calendarChoices.find((each) => each === calendar);
      if (!choice) throw badRequest();
      await setCalendar(context.db, userId, choice);
      return redirectWithNotice(
        context,
        "calendar-saved",
        `/dashboard/settings#${choice.endsWith("feed") ? "feed" : "calendar"}`,
      );
    }
    case "diet":
      return saveDiet(context, { userId, form });
    case "take-back": {
      const own = await loadBatched(context, readOwnAvoidances(context.db, sql`${userId}`));
      const found = own.find(({ otherId }) => nameAvoidance(context.env, userId, otherId) === avoided);
      // If it was taken back in another tab, there is nothing to do.
      if (found) await takeBackAvoidance(context.db, userId, found.otherId, readVisit(request, context));
      return redirectWithNotice(context, "saved", settingsTop);
    }
    case "withdraw-consent":
      await withdrawConsent(context.db, userId, context.now);
      return redirectWithNotice(context, "consent-withdrawn", settingsTop);
    default:
      throw badRequest();
  }
}

/** If consent was withdrawn meanwhile, saves nothing, not even that nothing was chosen: the page then asks for consent. */
async function saveDiet(
  context: ActionFunctionArgs["context"],
  { userId, form }: { userId: string; form: FormData },
) {
  const { db, now } = context;
  const refuse = () => {
    return redirectWithNotice(context, "consent-needed", settingsTop);
  };
  const { questions, givenAt } = await loadBatched(context, readConsentState(db, sql`${userId}`));
  if (!givenAt) return refuse();
  const { typed, errors } = readDietForm(form, questions, now);
  if (Object.keys(errors).length > 0) return json({ typed, errors }, 400);
  const unsavedIds = await saveAnswers(db, userId, typed);
  if (unsavedIds.length > 0) return refuse();
  return redirectWithNotice(context, "diet-saved", settingsTop);
}

/** Settings lead back here. Without a fragment, browsers keep the form's, which is far below the notice. */
export const settingsTop = "/dashboard/settings#top";

interface BookedVenue {
  bookingId: string;
  date: Date;
  timeZone: string;
  name: string;
  /** The positions of its diets among the choices of the diet question. */
  diets: number[];
  /** If true, the diner sits there; otherwise it is one of the dinner's venues. */
  hasTable: boolean;
}

/** Returns a sentence for each booked dinner that offers nothing for these diets. */
function findUnservedDiets(venues: readonly BookedVenue[], questions: readonly AskedQuestion[]): string[] {
  const diets = listDiets(questions);
  const byBooking = Map.groupBy(venues, ({ bookingId }) => bookingId);
  return [...byBooking.values()].flatMap((options) => {
    const missing = options.map((venue) => diets.filter(({ position }) => !venue.diets.includes(position)));
    const [first] = options;
    if (!first || missing.some((each) => each.length === 0)) return [];
    const date = longDate(first.date, first.timeZone);
    const names = [...new Set(missing.flat().map(({ name }) => name))];
    const words = names.map(lowerFirst).join(", ");
    return first.hasTable
      ? `${first.name} can’t cater for: ${words}. Your dinner there is on ${date}. Cancel it, or ask the restaurant.`
      : `No restaurant for ${date} can cater for: ${words}. You may stay on standby.`;
  });
}

/** The last choice means no diet. */
function listDiets(questions: readonly AskedQuestion[]) {
  const { answer, choices = [] } = questions.find(({ role }) => role === "diet") ?? {};
  return (answer ?? []).map(Number).flatMap((position) => {
    const name = position < choices.length && choices[position - 1];
    return name ? { position, name } : [];
  });
}

/** Keeps the ids of other diners off the page. */
const nameAvoidance = (env: Env, userId: string, otherId: string) => sign(env, "avoidance", userId, otherId);
