import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Outlet, useActionData, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { sql } from "drizzle-orm";
import { requireUser } from "#app/auth/guards.server.ts";
import { currentUserId } from "#app/auth/session.server.ts";
import { privatePage } from "#app/components/page-meta.ts";
import { loadBatched } from "#app/db/batched-read.ts";
import { readFormData, toStrings } from "#app/http/form-data.ts";
import { setNotice } from "#app/http/notice.ts";
import { badRequest } from "#app/http/responses.ts";
import { settingsTop } from "#app/http/settings-top.ts";
import { avatarAddress } from "#app/lib/avatar-address.ts";
import { longDate } from "#app/lib/dates.ts";
import { readOwnAvoidances, takeBackAvoidance } from "#app/models/account/avoidances.server.ts";
import { readProfile, setReminders } from "#app/models/account/profiles.server.ts";
import { readSignInWays } from "#app/models/account/sign-in-ways.server.ts";
import { readBookedVenues } from "#app/models/booking/booked-venues.server.ts";
import { saveAnswers } from "#app/models/quiz/answers.server.ts";
import { readConsentState, withdrawConsent } from "#app/models/quiz/consents.server.ts";
import type { loader as loadEmail } from "#app/routes/dashboard.settings.email.tsx";
import { AvoidedRow } from "./avoided-row.tsx";
import { ConsentRow } from "./consent-row.tsx";
import { DietForm } from "./diet-form.tsx";
import { findUnservedDiets } from "./find-unserved-diets.server.ts";
import { nameAvoidance } from "./name-avoidance.server.ts";
import { readDietForm } from "./read-diet-form.ts";
import { EmailsRow, NewQuestionsRow, YouRow } from "./rows.tsx";
import { findOpenRow, OpenableRow, SettingsGroup } from "./settings-group.tsx";

export const meta = () => privatePage("Settings");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, env, now, timeZone } = context;
  const ownId = currentUserId(context);
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
    consentGivenOn: givenAt?.toLocaleDateString("en-US", { dateStyle: "long", timeZone }) ?? null,
    warnings,
    avoided: avoided.map(({ otherId, firstName, date, timeZone }) => ({
      token: nameAvoidance(env, userId, otherId),
      firstName,
      date: longDate(date, timeZone),
    })),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireUser(request, context);
  const form = await readFormData(request);
  const { intent, reminders, avoided } = toStrings(form);
  switch (intent) {
    case "emails":
      await setReminders(context.db, userId, reminders === "on");
      setNotice(context, "saved");
      return redirect(settingsTop);
    case "diet":
      return saveDiet(context, { userId, form });
    case "take-back": {
      const own = await loadBatched(context, readOwnAvoidances(context.db, sql`${userId}`));
      const found = own.find(({ otherId }) => nameAvoidance(context.env, userId, otherId) === avoided);
      // Nothing to do where it was taken back in another tab.
      if (found) await takeBackAvoidance(context.db, userId, found.otherId);
      setNotice(context, "saved");
      return redirect(settingsTop);
    }
    case "withdraw-consent":
      await withdrawConsent(context.db, userId, context.now);
      setNotice(context, "consent-withdrawn");
      return redirect(settingsTop);
    default:
      throw badRequest();
  }
}

/** Saves nothing where the consent was withdrawn meanwhile, not even that nothing was chosen: the page then asks for it. */
async function saveDiet(
  context: ActionFunctionArgs["context"],
  { userId, form }: { userId: string; form: FormData },
) {
  const { db, now } = context;
  const refuse = () => {
    setNotice(context, "consent-needed");
    return redirect(settingsTop);
  };
  const { questions, givenAt } = await loadBatched(context, readConsentState(db, sql`${userId}`));
  if (!givenAt) return refuse();
  const { typed, errors } = readDietForm(form, questions, now);
  if (Object.keys(errors).length > 0) return json({ typed, errors }, 400);
  const unsavedIds = await saveAnswers(db, userId, typed);
  if (unsavedIds.length > 0) return refuse();
  setNotice(context, "diet-saved");
  return redirect(settingsTop);
}

export default function Settings() {
  const { email, requestedEmail, hasPassword, ...data } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { pathname, search } = useLocation();
  const openLink = useRouteLoaderData<typeof loadEmail>("routes/dashboard.settings.email")?.change;
  return (
    <>
      <h1 className="display text-1">Settings</h1>
      {!findOpenRow(pathname, search) && (
        <div className="not-empty:mt-8">
          <Outlet />
        </div>
      )}
      <SettingsGroup title="You" text="What the people at your table see.">
        <YouRow firstName={data.firstName} photo={data.photo} />
      </SettingsGroup>
      <SettingsGroup title="Your table" text="We use your answers to choose it.">
        {data.consentGivenOn && (
          <DietForm
            questions={data.consentQuestions}
            answers={refused?.typed ?? data.consentAnswers}
            warnings={data.warnings}
            errors={refused?.errors}
          />
        )}
        <OpenableRow
          name="answers"
          title="Quiz answers"
          text="What we choose your table by."
          label="Change"
          fullLabel="Change quiz answers"
        />
        <div className="divide-y divide-line pt-5">
          {data.newQuestionCount > 0 && <NewQuestionsRow count={data.newQuestionCount} />}
          {data.consentQuestions.length > 0 && (
            <ConsentRow
              answerCount={data.answerCount}
              questionIds={data.consentQuestions.map(({ id }) => id)}
              givenOn={data.consentGivenOn}
            />
          )}
          {data.avoided.length > 0 && <AvoidedRow avoided={data.avoided} />}
        </div>
      </SettingsGroup>
      <SettingsGroup title="Emails">
        <EmailsRow wantsReminders={data.wantsReminders} />
      </SettingsGroup>
      <SettingsGroup title="Sign-in and security">
        <OpenableRow
          name="email"
          title="Email"
          text={
            requestedEmail && openLink?.state !== "ready"
              ? `${email}. To change it to ${requestedEmail}, open the link in the email we sent there.`
              : email
          }
          label="Change"
          fullLabel="Change email"
        />
        <OpenableRow
          name="password"
          title="Password"
          text={hasPassword ? "You have a password." : "You don’t have a password."}
          label={hasPassword ? "Change" : "Choose"}
          fullLabel={hasPassword ? "Change password" : "Choose a password"}
        />
        <OpenableRow
          name="security"
          title="Passkeys and browsers"
          text="Ways to sign in without a password, and where you’re signed in."
          label="Show"
          fullLabel="Show passkeys and browsers"
        />
      </SettingsGroup>
      <SettingsGroup title="Your data">
        <OpenableRow
          name="data"
          title="Export my data"
          text="Everything we know about you, your photo included, in one file."
          label="Export"
          fullLabel="Export my data"
        />
        <OpenableRow
          name="delete"
          title="Delete my account"
          text="Your answers, photo, bookings and emails, for good."
          label="Delete"
          fullLabel="Delete my account"
        />
      </SettingsGroup>
    </>
  );
}
