import { useActionData, useLoaderData, useLocation, useOutlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, ButtonLink, QuietLink, quietLinkClass } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { Sign } from "#app/components/icon.tsx";
import { privatePage, useVisitor } from "#app/components/page.tsx";
import { Face } from "#app/components/party.tsx";
import { ShareLink } from "#app/components/share-link.tsx";
import type { DrawnFace } from "#app/lib/account/draw-face.ts";
import { loadSettings, saveSettings } from "./settings.server.ts";
import {
  DietForm,
  FoldedRow,
  findOpenRow,
  OpenableRow,
  SettingsGroup,
  SettingsRow,
} from "./settings-group.tsx";

export const meta = () => privatePage("Settings");

export const loader = loadSettings;

export const action = saveSettings;

export default function Settings() {
  const { email, requestedEmail, hasPassword, ...data } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const opened = useOutlet();
  const notice = useVisitor()?.notice;
  if (opened) return <Opened>{opened}</Opened>;
  return (
    <>
      <h1 className="display text-1">Settings</h1>
      <You firstName={data.firstName} photo={data.photo} drawn={data.drawn} />
      <SettingsGroup title="Your table" text="We use your answers to choose it.">
        {data.consentGivenOn && (
          <DietForm
            questions={data.consentQuestions}
            answers={refused?.typed ?? data.consentAnswers}
            warnings={data.warnings}
            errors={refused?.errors}
          />
        )}
        <OpenableRow name="answers" title="Quiz answers" text="What we choose your table by." />
        <div className="divide-y divide-line empty:hidden">
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
      <SettingsGroup id="emails" title="Emails" text="Mostly about your dinners.">
        <EmailsRow wantsReminders={data.wantsReminders} wantsNewsSince={data.wantsNewsSince} />
      </SettingsGroup>
      <SettingsGroup
        id="calendar"
        title="Calendar"
        text="Your dinners in your calendar, also when they change."
      >
        <Calendar
          wantsInvitations={data.wantsInvitations}
          feedUrl={data.feedUrl}
          isSaved={notice?.name === "calendar-saved"}
        />
      </SettingsGroup>
      <SettingsGroup title="Sign-in and security" text="So that your account stays yours.">
        <OpenableRow
          name="email"
          title="Email"
          text={<span className="wrap-anywhere">{email}</span>}
          note={requestedEmail && `Open the link that we sent to ${requestedEmail}.`}
        />
        <OpenableRow
          name="password"
          title="Password"
          text={hasPassword ? "You have a password." : "You don’t have a password."}
        />
        <OpenableRow name="security" title="How you sign in" text="Passkeys, and where you’re signed in." />
        <OpenableRow
          name="history"
          title="Account history"
          text="Sign-ins, changes, and when our team looked."
        />
      </SettingsGroup>
      <SettingsGroup title="Your data" text="Take a copy, or take it away.">
        <OpenableRow
          name="data"
          title="Export my data"
          text="Your account, photo, answers, bookings, deposits and emails, in one file."
        />
        <OpenableRow
          name="delete"
          title="Delete my account"
          text="Your answers, photo, bookings and emails, for good."
        />
      </SettingsGroup>
    </>
  );
}

/** What a row leads to is a page of its own. "Confirm it’s you" is the one before it. */
function Opened({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const row = findOpenRow(pathname, search);
  return (
    <div className="overflow-hidden rounded-paper max-lg:-mx-gutter max-lg:rounded-none">
      <CenteredCard>
        <div id={row ? `row-${row}` : undefined} className="grid w-full grid-cols-1 gap-3 text-left">
          <p className="-mt-3">
            <QuietLink href={`/dashboard/settings#${row ? `row-${row}` : "top"}`}>
              <span aria-hidden="true" className="mr-2">
                ←
              </span>
              All settings
            </QuietLink>
          </p>
          <div tabIndex={-1} data-takes-focus className="outline-none">
            {children}
          </div>
        </div>
      </CenteredCard>
    </div>
  );
}

const You = ({ firstName, ...portrait }: { firstName: string; photo: string | null; drawn: DrawnFace }) => (
  <section className="floor mt-7 flex flex-wrap items-center gap-x-4 gap-y-4 sm:gap-x-6 rounded-paper px-5 py-7 lg:px-8">
    <Face {...portrait} seat={0} className="size-20 shrink-0 sm:size-24 lg:size-28" />
    <div className="min-w-min max-w-full grow basis-32">
      <h2 className="text-small">You</h2>
      <p className="display text-3 lg:text-2 wrap-break-word">{firstName}</p>
      <p className="mt-1 text-small text-on-green-2">What the people at your table see.</p>
    </div>
    <ButtonLink href="/identity" variant="light" size="small" className="grow md:grow-0">
      Change name or photo
    </ButtonLink>
  </section>
);

const NewQuestionsRow = ({ count }: { count: number }) => (
  <SettingsRow
    title={count === 1 ? "A new question" : `${count} new questions`}
    text="Your answers help us choose your table."
    action={
      <ButtonLink
        href="/quiz"
        aria-label={count === 1 ? "Answer the new question" : `Answer ${count} new questions`}
        size="small"
        variant="primary"
      >
        Answer
      </ButtonLink>
    }
  />
);

interface EmailsRowProps {
  wantsReminders: boolean;
  wantsNewsSince: string | null;
}

const EmailsRow = ({ wantsReminders, wantsNewsSince }: EmailsRowProps) => (
  <form method="post" action="/dashboard/settings" className="grid justify-items-start gap-4 pt-3 pb-5">
    <div>
      <label className="flex min-h-target cursor-pointer items-center gap-3 font-strong">
        <input
          type="checkbox"
          name="reminders"
          defaultChecked={wantsReminders}
          className="size-5 shrink-0 accent-paprika"
        />
        Email me before and after dinners
      </label>
      <p className="pl-8 text-small text-ink-2">
        We always email you when a booking is confirmed, moved or canceled before dinner.
      </p>
      <label className="mt-3 flex min-h-target cursor-pointer items-center gap-3 font-strong">
        <input
          type="checkbox"
          name="news"
          defaultChecked={wantsNewsSince !== null}
          className="size-5 shrink-0 accent-paprika"
        />
        Email me news from the club
      </label>
      <p className="pl-8 text-small text-ink-2">
        New cities and restaurants, now and then. Each email has a link that stops them.
        {wantsNewsSince && ` You asked for it on ${wantsNewsSince}.`}
      </p>
    </div>
    <SaveRow intent="emails" saved={`Saved. ${describeEmails(wantsReminders, wantsNewsSince !== null)}`} />
  </form>
);

const describeEmails = (getsReminders: boolean, getsNews: boolean) =>
  getsReminders || getsNews
    ? `You get ${[getsReminders && "emails before and after dinners", getsNews && "news"].filter(Boolean).join(", and ")}.`
    : "You only get what we must tell you about your bookings.";

/** What was saved stands beside the button. */
const SaveRow = ({ intent, saved }: { intent: "emails" | "calendar"; saved: string }) => {
  const notice = useVisitor()?.notice;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button size="small" name="intent" value={intent}>
        Save
      </Button>{" "}
      {notice?.name === `${intent}-saved` && (
        <span role="status" className="flex items-center gap-1.5 text-small text-green-text">
          <Sign name="check" />
          {saved}
        </span>
      )}
    </p>
  );
};

interface CalendarProps {
  wantsInvitations: boolean;
  feedUrl: string | undefined;
  /** Just now, maybe with a new address. */
  isSaved: boolean;
}

const calendarChoices = [
  ["no", "No"],
  [
    "email",
    "By email",
    "Emails about a booking bring an invitation. Declining it doesn’t cancel your booking.",
  ],
  ["feed", "A feed for my calendar app", "Your app looks for changes by itself, every hour or once a day."],
];

const Calendar = ({ wantsInvitations, feedUrl, isSaved }: CalendarProps) => (
  <div className="pt-1 pb-5">
    <form method="post" action="/dashboard/settings" className="grid justify-items-start gap-4">
      <fieldset className="min-w-0" aria-label="Calendar">
        {calendarChoices.map(([value, label, text]) => (
          <label key={value} className="flex min-h-target cursor-pointer items-start gap-3 py-2.5">
            <input
              type="radio"
              name="calendar"
              value={value}
              defaultChecked={value === (wantsInvitations ? "email" : feedUrl ? "feed" : "no")}
              className="mt-0.5 size-5 shrink-0 accent-paprika"
            />
            <span className="min-w-0">
              {label} {text && <span className="block text-small text-ink-2">{text}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <SaveRow intent="calendar" saved="Your calendar is saved." />
    </form>
    {feedUrl && (
      <div id="feed" className="mt-3 grid justify-items-start gap-1 border-t border-line pt-4">
        <ButtonLink href={feedUrl} variant="primary" size="small">
          Add to my calendar app
        </ButtonLink>{" "}
        <details className="w-full" open={isSaved}>
          <summary className={quietLinkClass}>Address of the feed</summary>
          <form method="post" action="/dashboard/settings" className="grid justify-items-start gap-4 pt-2">
            <ShareLink address={feedUrl} label="Address of your feed" variant="secondary" />
            <p className="text-small text-ink-2">
              Anybody with this address can see when and where your dinners are, but not who is at your table.
              The old address stops working when you make a new one.
            </p>
            <input type="hidden" name="calendar" value="new feed" />
            <Button size="small" name="intent" value="calendar">
              Make a new address
            </Button>
          </form>
        </details>
      </div>
    )}
  </div>
);

interface ConsentRowProps {
  givenOn: string | null;
  questionIds: number[];
  answerCount: number;
}

const consentTitle = "Your consent";

function ConsentRow({ givenOn, questionIds, answerCount }: ConsentRowProps) {
  if (!givenOn)
    return (
      <SettingsRow
        title={consentTitle}
        text={
          answerCount > 0
            ? "You answered questions about diet, drinks, allergies and step-free access before we asked for your consent."
            : "You haven’t agreed to questions about diet, drinks, allergies and step-free access, so the restaurant doesn’t know what you need."
        }
        action={
          <QuietLink href={`/quiz?only=${questionIds.join()}`}>
            {answerCount > 0 ? "Decide" : "Answer them"}
          </QuietLink>
        }
      />
    );
  return (
    <FoldedRow title={consentTitle} text={`Given on ${givenOn}.`} label="See or withdraw">
      <form
        method="post"
        action="/dashboard/settings"
        className="grid max-w-measure justify-items-start gap-4"
      >
        <p>You agreed to questions about diet, drinks, allergies and step-free access. If you withdraw it:</p>
        <p className="text-ink-2">
          We’ll delete these answers, including the copies in the records of your tables. The quiz counts the
          questions as skipped, and you can answer them again at any time.
        </p>
        <p className="text-ink-2">
          You keep the dinners you’ve booked, but the restaurant won’t know your diet, your allergies or
          whether you need step-free access, unless we’ve already told it. You’d have to tell it yourself.
        </p>
        <Button size="small" name="intent" value="withdraw-consent">
          Withdraw and delete
        </Button>
      </form>
    </FoldedRow>
  );
}

const AvoidedRow = ({ avoided }: { avoided: { token: string; firstName: string; date: string }[] }) => (
  <SettingsRow
    title="People you’d rather not sit with"
    text="We don’t seat you together, and never tell them."
  >
    <ul>
      {avoided.map(({ token, firstName, date }) => (
        <li key={token} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
          <p>
            {firstName} <span className="block text-small text-ink-2">{date}</span>
          </p>
          <form method="post" action="/dashboard/settings">
            <input type="hidden" name="avoided" value={token} />
            <button
              type="submit"
              name="intent"
              value="take-back"
              aria-label={`Take it back about ${firstName}, ${date}`}
              className={quietLinkClass}
            >
              Take it back
            </button>
          </form>
        </li>
      ))}
    </ul>
  </SettingsRow>
);
