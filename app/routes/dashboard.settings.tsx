import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { sql } from "drizzle-orm";
import { requireUser } from "#app/auth/guards.server.ts";
import { currentUserId } from "#app/auth/session.server.ts";
import { Avatar } from "#app/components/avatar.tsx";
import { Button, buttonClass } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page-meta.ts";
import { loadBatched } from "#app/db/batched-read.ts";
import { readForm } from "#app/http/form-data.ts";
import { setNotice } from "#app/http/notice.ts";
import { badRequest } from "#app/http/responses.ts";
import { avatarAddress } from "#app/lib/avatar-address.ts";
import { longDate } from "#app/lib/dates.ts";
import { sign } from "#app/lib/signatures.server.ts";
import { readOwnAvoidances, takeBackAvoidance } from "#app/models/account/avoidances.server.ts";
import { findProfile, setReminders } from "#app/models/account/profiles.server.ts";
import { readConsentState, withdrawConsent } from "#app/models/quiz/consents.server.ts";
import { SettingsSection } from "#app/routes/dashboard/settings-section.tsx";

export const meta = () => privatePage("Settings");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const ownId = currentUserId(request, context);
  const [{ userId, email }, consent, avoided] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readConsentState(context.db, ownId)),
    loadBatched(context, readOwnAvoidances(context.db, ownId)),
  ]);
  const profile = await findProfile(context.db, userId);
  return json({
    email,
    firstName: profile?.firstName ?? "",
    photo: avatarAddress(profile?.avatarUrl),
    wantsReminders: profile?.wantsReminders ?? true,
    newQuestions: profile?.isQuizDone
      ? profile.unseenQuestionCount - (consent.givenAt ? 0 : consent.answerCount)
      : 0,
    avoided: avoided.map(({ otherId, firstName, date, timeZone }) => ({
      token: nameAvoidance(context.env, userId, otherId),
      firstName,
      date: longDate(date, timeZone),
    })),
    consent: {
      ...consent,
      givenOn:
        consent.givenAt?.toLocaleDateString("en-US", { dateStyle: "long", timeZone: context.timeZone }) ??
        null,
    },
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireUser(request, context);
  const { intent, reminders, avoided } = await readForm(request);
  switch (intent) {
    case "emails":
      await setReminders(context.db, userId, reminders === "on");
      setNotice(request, context, "saved");
      return redirect("/dashboard/settings");
    case "take-back": {
      const own = await loadBatched(context, readOwnAvoidances(context.db, sql`${userId}`));
      const found = own.find(({ otherId }) => nameAvoidance(context.env, userId, otherId) === avoided);
      // Nothing to do where it was taken back in another tab.
      if (found) await takeBackAvoidance(context.db, userId, found.otherId);
      setNotice(request, context, "saved");
      return redirect("/dashboard/settings");
    }
    case "withdraw-consent":
      await withdrawConsent(context.db, userId, context.now);
      setNotice(request, context, "consent-withdrawn");
      return redirect("/dashboard/settings");
    default:
      throw badRequest();
  }
}

export default function Settings() {
  const { email, firstName, photo, wantsReminders, newQuestions, consent, avoided } =
    useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="display text-1">Settings</h1>
      <SettingsSection title="Name and photo" text="What your dinner group sees.">
        <div className="flex items-center gap-3 xl:gap-5">
          <Avatar src={photo} name="Your photo" className="size-16 shrink-0" />
          <p className="min-w-0">
            {firstName} <span className="block text-small text-ink-2">{email}</span>
          </p>
          <Link to="/identity" className={buttonClass({ size: "small" }, "ml-auto")}>
            Change
          </Link>
        </div>
      </SettingsSection>
      <SettingsSection title="Your answers" text="We use them to choose your table.">
        <div className="flex flex-wrap gap-3">
          {newQuestions > 0 && (
            <Link to="/quiz" className={buttonClass({ size: "small", variant: "primary" })}>
              {newQuestions === 1 ? "Answer the new question" : `Answer ${newQuestions} new questions`}
            </Link>
          )}{" "}
          <Link to="/quiz?question=1" className={buttonClass({ size: "small" })}>
            Take the Quiz again
          </Link>
        </div>
      </SettingsSection>
      {consent.questionIds.length > 0 && <ConsentSection {...consent} />}
      <SettingsSection title="Emails" text="We always tell you when a booking changes.">
        <form method="post" className="flex flex-wrap items-center justify-between gap-4">
          <label className="flex min-h-target cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              name="reminders"
              defaultChecked={wantsReminders}
              className="size-5 accent-paprika"
            />
            Email me before and after dinners
          </label>
          <Button size="small" name="intent" value="emails">
            Save
          </Button>
        </form>
      </SettingsSection>
      {avoided.length > 0 && <AvoidedSection avoided={avoided} />}
      <SettingsSection
        title="Sign-in and security"
        text="Your email, your password, and where you are signed in."
      >
        <Link to="/dashboard/settings/security" className={buttonClass({ size: "small" })}>
          Sign-in and security
        </Link>
      </SettingsSection>
      <SettingsSection title="Your data" text="Everything we know about you, as a file.">
        <Link to="/dashboard/settings/data" className={buttonClass({ size: "small" })}>
          Export my data
        </Link>
      </SettingsSection>
      <SettingsSection title="Delete my account" text="Your answers, photo, bookings and emails, for good.">
        <Link to="/dashboard/settings/delete" className={buttonClass({ size: "small" })}>
          Delete my account
        </Link>
      </SettingsSection>
    </>
  );
}

interface AvoidedSectionProps {
  avoided: { token: string; firstName: string; date: string }[];
}

const AvoidedSection = ({ avoided }: AvoidedSectionProps) => (
  <SettingsSection
    title="People you’d rather not sit beside"
    text="They never hear of it. We don’t seat you together."
  >
    <ul>
      {avoided.map(({ token, firstName, date }) => (
        <li
          key={token}
          className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1.5 first:pt-0 last:border-b-0"
        >
          <p>
            {firstName} <span className="block text-small text-ink-2">{date}</span>
          </p>
          <form method="post">
            <input type="hidden" name="avoided" value={token} />
            <Button
              size="small"
              name="intent"
              value="take-back"
              aria-label={`Take it back about ${firstName}, ${date}`}
            >
              Take it back
            </Button>
          </form>
        </li>
      ))}
    </ul>
  </SettingsSection>
);

/** So that no id of another diner is on the page. */
const nameAvoidance = (env: Env, userId: string, otherId: string) => sign(env, "avoidance", userId, otherId);

interface ConsentSectionProps {
  givenOn: string | null;
  questionIds: number[];
  answerCount: number;
}

function ConsentSection({ givenOn, questionIds, answerCount }: ConsentSectionProps) {
  const text = "To questions about diet, drinks, allergies and ways without steps.";
  if (givenOn)
    return (
      <SettingsSection title="Your consent" text={text}>
        <p>You agreed on {givenOn}.</p>
        <details className="mt-3">
          <summary className={buttonClass({ size: "small" })}>Withdraw</summary>
          <form method="post" className="mt-4 grid max-w-measure justify-items-start gap-4">
            <p className="text-ink-2">
              We delete these answers, also where we kept them to show how your tables were made. The quiz
              counts the questions as skipped, and you can answer them again at any time.
            </p>
            <p className="text-ink-2">
              You keep the dinners you have booked, but the restaurant will not know your diet, your allergies
              or whether you need a way without steps, unless we have told it already. Please tell it
              yourself.
            </p>
            <Button variant="dark" size="small" name="intent" value="withdraw-consent">
              Withdraw and delete
            </Button>
          </form>
        </details>
      </SettingsSection>
    );
  return (
    <SettingsSection title="Your consent" text={text}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>
          {answerCount > 0
            ? "You answered these questions before we asked for your consent."
            : "You have not agreed to these questions, so the restaurant doesn’t know what you need."}
        </p>
        <Link to={`/quiz?only=${questionIds.join()}`} className={buttonClass({ size: "small" })}>
          {answerCount > 0 ? "Decide" : "Answer them"}
        </Link>
      </div>
    </SettingsSection>
  );
}
