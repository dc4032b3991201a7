import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { findSignedIn, userIdIfSignedIn } from "#app/auth/session.server.ts";
import { describeNextDinner } from "#app/components/booking/describe-booking.server.ts";
import { NextStep } from "#app/components/booking/next-step.tsx";
import { TableScene, type You } from "#app/components/booking/table-scene.tsx";
import { Button, ButtonLink, QuietLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { FieldError, TextArea, UnsavedText } from "#app/components/field.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { bookingLinks, isContestLink } from "#app/emails/links.server.ts";
import { readForm } from "#app/http/forms.ts";
import { brokenLink } from "#app/http/responses.ts";
import { findFace } from "#app/lib/account/find-face.server.ts";
import { dateAndTime, longDate } from "#app/lib/dates.ts";
import { feedbackWindow } from "#app/lib/event/event-times.ts";
import { formatAmount, unbroken } from "#app/lib/price.ts";
import { longText } from "#app/lib/text.ts";
import { dayMs } from "#app/lib/time-units.ts";
import {
  type Absence,
  contestAbsence,
  contestEnd,
  readAbsence,
} from "#app/models/attendance/absences.server.ts";
import { readEveningAfterBooking } from "#app/models/event/upcoming-events.server.ts";

export const handle: RouteHandle = { styles: "app", offersLogin: true };

export const meta = () => privatePage("Were you there?");

const maxLength = 1_000;

const contestText = longText(maxLength, "Write a sentence, so that we know what to look at.");

/** For the email's link, and for the signed-in diner. Only the form changes anything. */
async function requireAbsence(request: Request, id: string, context: AppLoadContext) {
  const [hasLink, session, absence] = await Promise.all([
    isContestLink(request, id, context),
    findSignedIn(context),
    loadBatched(context, readAbsence(context.db, id, context.now)),
  ]);
  if (!absence || !(hasLink || absence.userId === session?.userId)) throw brokenLink();
  return { absence, hasLink };
}

/** The path has the link's key only for somebody whose own link had a key. */
function findFeedbackPath(
  absence: Absence,
  { hasLink, env, now }: { hasLink: boolean; env: Env; now: Date },
) {
  const { bookingId, date, timeZone, linkSalt } = absence;
  const { opensAt, closesAt } = feedbackWindow(date, timeZone);
  if (!absence.mayBeAsked || now < opensAt || now >= closesAt) return null;
  const { pathname, search } = new URL(bookingLinks(env, { bookingId, date, timeZone, linkSalt }).feedback);
  return hasLink ? pathname + search : pathname;
}

/** The last whole day, since people keep no deadline at 1:04 AM; on the last day, the time itself. */
const describeUntil = (end: Date, { timeZone, cityName }: Absence, now: Date): string =>
  end.getTime() - now.getTime() > dayMs
    ? `the end of ${longDate(new Date(end.getTime() - dayMs), timeZone)}`
    : `${dateAndTime(end, timeZone)} in ${cityName}`;

function describeAbsence(absence: Absence, now: Date) {
  const { attendance, date, timeZone, cityName, venueName, toldAt, contestedAt, resolvedAt } = absence;
  const end = contestEnd(toldAt);
  const amount = absence.currency ? unbroken(formatAmount(absence.amount ?? 0, absence.currency)) : null;
  return {
    venueName,
    when: `${dateAndTime(date, timeZone)} in ${cityName}`,
    hasTold: contestedAt !== null,
    is:
      attendance !== "no-show"
        ? ("came" as const)
        : resolvedAt
          ? contestedAt
            ? ("upheld" as const)
            : ("decided" as const)
          : contestedAt
            ? ("contested" as const)
            : end && end <= now
              ? ("over" as const)
              : ("open" as const),
    until: end && describeUntil(end, absence, now),
    /** "3000 HUF", while the deposit waits for the decision. */
    deposit: absence.deposit === "paid" ? amount : null,
    kept: absence.deposit === "kept" ? amount : null,
    isRefunding: absence.deposit === "refunding",
    isRefunded: absence.deposit === "refunded",
  };
}

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const { db, now } = context;
  // Both are read in one batch.
  const [{ absence, hasLink }, next] = await Promise.all([
    requireAbsence(request, id, context),
    loadBatched(context, readEveningAfterBooking(db, id, { userId: userIdIfSignedIn(context), now })),
  ]);
  const described = describeAbsence(absence, now);
  return json({
    ...described,
    feedbackPath: findFeedbackPath(absence, { ...context, hasLink }),
    date: longDate(absence.date, absence.timeZone),
    you: { photo: null, drawn: findFace(context.env, absence) },
    next: next && described.is !== "open" ? describeNextDinner(next, context) : null,
  });
}

export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  const { absence } = await requireAbsence(request, id, context);
  const { text: typed = "" } = await readForm(request);
  const { pathname, search } = new URL(request.url);
  const isOpen = describeAbsence(absence, context.now).is === "open";
  const { data: text, error } = contestText.safeParse(typed);
  const failed = { typed: typed.slice(0, 4 * maxLength), problem: error?.issues[0]?.message };
  if (isOpen && text === undefined) return json(failed, 400);
  const isSaved =
    text !== undefined &&
    (isOpen
      ? await contestAbsence(context.db, { bookingId: id, text, now: context.now })
      : // The same form came twice.
        absence.contest === text);
  return isSaved ? redirect(pathname + search) : json(failed, 409);
}

export default function ContestAbsence() {
  const absence = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  const { is, until, deposit, feedbackPath, date, next } = absence;
  if (is !== "open") {
    const { title, text, money } = describeEnd(absence);
    const canWrite = is === "upheld" || is === "decided" || is === "over";
    const asks = feedbackPath && (is === "contested" || is === "came");
    return (
      <ContestCard {...absence} title={title}>
        {failed && <UnsavedText text={failed.typed} />}
        <p className="text-ink-2">{text}</p>
        {money && <p>{money}</p>}
        {canWrite && (
          <QuietLink href="/contact">
            {is === "over" ? "You were there? Write to us" : "If that’s wrong, write to us"}
          </QuietLink>
        )}
        {asks && (
          <ButtonLink href={feedbackPath} variant="primary" size="large" className="w-full">
            Choose who to see again
          </ButtonLink>
        )}
        {is !== "contested" && <NextStep next={next} isPrimary={!asks} date={date} />}
      </ContestCard>
    );
  }
  return (
    <ContestCard {...absence} title="Were you there?">
      <p className="text-ink-2">
        We heard that your seat stayed empty. Mistakes happen, and nothing is settled yet. If you were there,
        one sentence is enough.
      </p>
      <form method="post" className="grid w-full gap-4 text-left">
        <TextArea
          label="What should we know?"
          id="text"
          name="text"
          rows={4}
          required
          maxLength={maxLength}
          placeholder="Where you sat, or who you talked with"
          aria-invalid={failed?.problem ? true : undefined}
          aria-describedby={failed?.problem ? "text-error" : undefined}
          autoFocus={failed?.problem ? true : undefined}
          defaultValue={failed?.typed.trim()}
        />{" "}
        <FieldError name="text" error={failed?.problem} />
        <p className="text-small text-ink-2">
          Tell us{" "}
          <b className="font-strong text-ink">{until ? `until ${until}` : "within 7 days of our email"}</b>.
          Somebody on our team will read it and email you an answer.
          {deposit &&
            ` We’ll hold your deposit of ${deposit} until then. If we don’t hear from you, we keep it.`}
        </p>
        <Button variant="primary" size="large">
          I was there
        </Button>
      </form>
      <QuietLink href="/contact">Couldn’t come? Tell us what happened</QuietLink>
    </ContestCard>
  );
}

type Described = ReturnType<typeof describeAbsence>;

function describeEnd(absence: Described) {
  const { is, hasTold, deposit } = absence;
  const money = describeMoney(absence);
  switch (is) {
    case "came":
      return {
        title: "You were there",
        text: `${hasTold ? "Thank you for telling us. " : ""}Sorry that we had to ask.`,
        money,
      };
    case "contested":
      return {
        title: "We’ll look at it",
        text: "Thank you for telling us. Somebody on our team will read it and email you an answer.",
        money: deposit && `We’ll hold your deposit of ${deposit} until then.`,
      };
    case "upheld":
      return {
        title: "We couldn’t confirm that you came",
        text: "Somebody on our team read your message and looked again. You’re still welcome at another dinner.",
        money,
      };
    case "decided":
      return {
        title: "We missed you at dinner",
        text: "We looked again, and heard that your seat stayed empty. You’re welcome at another dinner.",
        money,
      };
    default:
      return {
        title: "We missed you at dinner",
        text: "The 7 days to answer here are over. You’re welcome at another dinner.",
        money,
      };
  }
}

/** What becomes of the deposit, in one line. */
function describeMoney({ is, deposit, kept, isRefunding, isRefunded }: Described): string | null {
  if (kept) return `We keep the deposit of ${kept}.`;
  if (isRefunding) return "We’ve started your refund.";
  if (isRefunded) return "We’ve refunded your deposit.";
  if (is === "came" && deposit) return `We’ll refund your deposit of ${deposit}.`;
  return null;
}

interface ContestCardProps {
  title: string;
  venueName: string | null;
  when: string;
  is: Described["is"];
  you: You;
  children: ReactNode;
}

const ContestCard = ({ title, venueName, when, is, you, children }: ContestCardProps) => (
  <CenteredCard>
    <TableScene you={is === "came" ? you : null} />
    <h1 className="display text-2">{title}</h1>
    <p className="text-lead">
      {venueName && <span className="block">{venueName}</span>} {when}
    </p>
    {children}
  </CenteredCard>
);
