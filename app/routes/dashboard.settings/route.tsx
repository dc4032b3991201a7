import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, Outlet, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { sql } from "drizzle-orm";
import { requireUser } from "#app/auth/guards.server.ts";
import { currentUserId } from "#app/auth/session.server.ts";
import { Button, buttonClass } from "#app/components/button.tsx";
import { Face } from "#app/components/face.tsx";
import { privatePage } from "#app/components/page-meta.ts";
import { renderStatic } from "#app/components/render-static.server.ts";
import { StaticHtml } from "#app/components/static-html.tsx";
import { loadBatched } from "#app/db/batched-read.ts";
import { readFormData, toStrings } from "#app/http/form-data.ts";
import { setNotice } from "#app/http/notice.ts";
import { badRequest } from "#app/http/responses.ts";
import { avatarAddress } from "#app/lib/avatar-address.ts";
import { longDate } from "#app/lib/dates.ts";
import { readOwnAvoidances, takeBackAvoidance } from "#app/models/account/avoidances.server.ts";
import { findProfile, setReminders } from "#app/models/account/profiles.server.ts";
import { readSignInWays } from "#app/models/account/sign-in-ways.server.ts";
import { readBookedVenues } from "#app/models/booking/booked-venues.server.ts";
import { saveAnswers } from "#app/models/quiz/answers.server.ts";
import { readConsentState, withdrawConsent } from "#app/models/quiz/consents.server.ts";
import { AvoidedRow } from "./avoided-row.tsx";
import { ConsentRow } from "./consent-row.tsx";
import { DietForm, DietWarnings, readDietForm } from "./diet-form.server.tsx";
import { findUnservedDiets } from "./find-unserved-diets.server.ts";
import { nameAvoidance } from "./name-avoidance.server.ts";
import { findOpenRow, OpenableRow, SettingsGroup, SettingsRow } from "./settings-group.tsx";

export const meta = () => privatePage("Settings");

const home = "/dashboard/settings";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, env, now, timeZone } = context;
  const ownId = currentUserId(request, context);
  const [{ userId, email }, ways, consent, avoided, venues] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readSignInWays(db, ownId)),
    loadBatched(context, readConsentState(db, ownId)),
    loadBatched(context, readOwnAvoidances(db, ownId)),
    loadBatched(context, readBookedVenues(db, { userId: ownId, now })),
  ]);
  const profile = await findProfile(db, userId);
  const { questions, givenAt } = consent;
  const answers = Object.fromEntries(questions.map(({ id, answer }) => [id, answer ?? []]));
  const answerCount = questions.filter(({ answer }) => answer && answer.length > 0).length;
  const warnings = findUnservedDiets(venues, questions);
  return json({
    ...ways,
    email,
    firstName: profile?.firstName ?? "",
    photo: avatarAddress(profile?.avatarUrl),
    wantsReminders: profile?.wantsReminders ?? true,
    newQuestionCount: profile?.isQuizDone ? profile.unseenQuestionCount - (givenAt ? 0 : answerCount) : 0,
    warnings: warnings.length > 0 ? renderStatic(<DietWarnings warnings={warnings} />) : null,
    diet: givenAt ? renderStatic(<DietForm questions={questions} answers={answers} />) : null,
    consent: {
      answerCount,
      questionIds: questions.map(({ id }) => id),
      givenOn: givenAt?.toLocaleDateString("en-US", { dateStyle: "long", timeZone }) ?? null,
    },
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
      setNotice(request, context, "saved");
      return redirect(home);
    case "diet":
      return saveDiet(request, context, { userId, form });
    case "take-back": {
      const own = await loadBatched(context, readOwnAvoidances(context.db, sql`${userId}`));
      const found = own.find(({ otherId }) => nameAvoidance(context.env, userId, otherId) === avoided);
      // Nothing to do where it was taken back in another tab.
      if (found) await takeBackAvoidance(context.db, userId, found.otherId);
      setNotice(request, context, "saved");
      return redirect(home);
    }
    case "withdraw-consent":
      await withdrawConsent(context.db, userId, context.now);
      setNotice(request, context, "consent-withdrawn");
      return redirect(home);
    default:
      throw badRequest();
  }
}

/** Saves nothing where the consent was withdrawn meanwhile: the page then asks for it. */
async function saveDiet(
  request: Request,
  context: ActionFunctionArgs["context"],
  { userId, form }: { userId: string; form: FormData },
) {
  const { questions } = await loadBatched(context, readConsentState(context.db, sql`${userId}`));
  const { typed, error } = readDietForm(form, questions, context.now);
  if (error)
    return json(
      { diet: renderStatic(<DietForm questions={questions} answers={typed} error={error} />) },
      400,
    );
  const unsavedIds = await saveAnswers(context.db, userId, typed);
  if (unsavedIds.length === 0) setNotice(request, context, "diet-saved");
  return redirect(home);
}

export default function Settings() {
  const { email, firstName, photo, wantsReminders, newQuestionCount, ...data } =
    useLoaderData<typeof loader>();
  const { consent, avoided, hasPassword, warnings } = data;
  const diet = useActionData<typeof action>()?.diet ?? data.diet;
  const { pathname, search } = useLocation();
  return (
    <>
      <h1 className="display text-1">Settings</h1>
      {!findOpenRow(pathname, search) && <Outlet />}
      <SettingsGroup title="You" text="What your dinner group sees.">
        <div className="flex items-center gap-4 pb-5 lg:pt-1">
          <Face photo={photo} name={firstName} seat={0} className="size-16 shrink-0 text-[1.875rem]" />
          <h3 className="min-w-0 grow font-strong">{firstName}</h3>
          <Link to="/identity" className={buttonClass({ size: "small" })}>
            Change name or photo
          </Link>
        </div>
      </SettingsGroup>
      <SettingsGroup title="Your table" text="We use your answers to choose it.">
        {warnings && <StaticHtml html={warnings} className="grid gap-3 pb-5" />}
        {diet && <StaticHtml html={diet} />}
        <SettingsRow
          title="Quiz answers"
          text={
            newQuestionCount > 0
              ? newQuestionCount === 1
                ? "There’s a new question."
                : `There are ${newQuestionCount} new questions.`
              : "Change any of them by going through the quiz again."
          }
          action={
            <span className="flex flex-wrap gap-3">
              {newQuestionCount > 0 && (
                <Link to="/quiz" className={buttonClass({ size: "small", variant: "primary" })}>
                  {newQuestionCount === 1
                    ? "Answer the new question"
                    : `Answer ${newQuestionCount} new questions`}
                </Link>
              )}
              <Link to="/quiz?question=1" className={buttonClass({ size: "small" })}>
                Take the Quiz again
              </Link>
            </span>
          }
        />
        {consent.questionIds.length > 0 && <ConsentRow {...consent} />}
        {avoided.length > 0 && <AvoidedRow avoided={avoided} />}
      </SettingsGroup>
      <SettingsGroup title="Emails">
        <form
          method="post"
          action={home}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-5 lg:pt-1"
        >
          <div className="min-w-0 basis-60 grow">
            <label className="flex min-h-target cursor-pointer items-center gap-3 font-strong">
              <input
                type="checkbox"
                name="reminders"
                defaultChecked={wantsReminders}
                className="size-5 accent-paprika"
              />
              Email me before and after dinners
            </label>
            <p className="text-small text-ink-2">We always tell you when a booking changes.</p>
          </div>
          <Button size="small" name="intent" value="emails">
            Save
          </Button>
        </form>
      </SettingsGroup>
      <SettingsGroup title="Sign-in and security">
        <OpenableRow name="email" title="Email" text={email} label="Change email" />
        <OpenableRow
          name="password"
          title="Password"
          text={hasPassword ? "You have a password." : "You don’t have a password."}
          label={hasPassword ? "Change password" : "Choose a password"}
        />
        <OpenableRow
          name="security"
          title="Passkeys and browsers"
          text="Ways to sign in without a password, and where you’re signed in."
          label="Show"
        />
      </SettingsGroup>
      <SettingsGroup title="Your data">
        <OpenableRow
          name="data"
          title="Export my data"
          text="Everything we know about you, your photo included, in one file."
          label="Export"
        />
        <OpenableRow
          name="delete"
          title="Delete my account"
          text="Your answers, photo, bookings and emails, for good."
          label="Delete my account"
        />
      </SettingsGroup>
    </>
  );
}
