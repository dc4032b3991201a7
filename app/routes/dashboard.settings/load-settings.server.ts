import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { loadBatched } from "#app/db/batched-read.ts";
import { avatarAddress } from "#app/lib/account/avatar-address.ts";
import { dateAndYear, longDate } from "#app/lib/dates.ts";
import { readOwnAvoidances } from "#app/models/account/avoidances.server.ts";
import { readProfile } from "#app/models/account/profiles.server.ts";
import { readSignInWays } from "#app/models/account/sign-in-ways.server.ts";
import { readBookedVenues } from "#app/models/booking/booked-venues.server.ts";
import { readConsentState } from "#app/models/quiz/consents.server.ts";
import { findUnservedDiets } from "./find-unserved-diets.server.ts";
import { nameAvoidance } from "./name-avoidance.server.ts";

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
    wantsReminders: profile?.wantsReminders ?? true,
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
