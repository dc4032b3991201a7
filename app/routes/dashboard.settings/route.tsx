import { Outlet, useActionData, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { privatePage } from "#app/components/page-meta.ts";
import type { loader as loadEmail } from "#app/routes/dashboard.settings.email.tsx";
import { AvoidedRow } from "./avoided-row.tsx";
import { ConsentRow } from "./consent-row.tsx";
import { DietForm } from "./diet-form.tsx";
import { loadSettings } from "./load-settings.server.ts";
import { EmailsRow, NewQuestionsRow, YouRow } from "./rows.tsx";
import { saveSettings } from "./settings.server.ts";
import { findOpenRow, OpenableRow, SettingsGroup } from "./settings-group.tsx";

export const meta = () => privatePage("Settings");

export const loader = loadSettings;

export const action = saveSettings;

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
        <OpenableRow
          name="history"
          title="Account history"
          text="Refused sign-ins, changes of how you sign in, and when an operator looked."
          label="Show"
          fullLabel="Show account history"
        />
      </SettingsGroup>
      <SettingsGroup title="Your data">
        <OpenableRow
          name="data"
          title="Export my data"
          text="Your account, photo, answers, bookings, deposits and emails, in one file."
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
