import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { findSignedIn } from "#app/auth/session.server.ts";
import { FormError } from "#app/components/banner.tsx";
import { Button, ButtonLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { TextArea, UnsavedText } from "#app/components/field.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { bookingSeats, type Seat, TableDrawing } from "#app/components/table-drawing.tsx";
import { bookingLinks, isContestLink } from "#app/emails/links.server.ts";
import { readForm } from "#app/http/forms.ts";
import { brokenLink } from "#app/http/responses.ts";
import { dateAndTime } from "#app/lib/dates.ts";
import { feedbackWindow } from "#app/lib/event/event-times.ts";
import { formatAmount } from "#app/lib/price.ts";
import { longText } from "#app/lib/text.ts";
import {
  type Absence,
  contestAbsence,
  contestEnd,
  findAbsence,
} from "#app/models/attendance/absences.server.ts";

export const handle: RouteHandle = { styles: "app", offersLogin: true };

export const meta = () => privatePage("Were you there?");

const maxLength = 1_000;

const contestText = longText(maxLength, "Write a sentence, so that we know what to look at.");

/** For the email's link, and for the signed-in diner. Only the form changes anything. */
async function requireAbsence(request: Request, id: string, context: AppLoadContext) {
  const [hasLink, session, absence] = await Promise.all([
    isContestLink(request, id, context),
    findSignedIn(context),
    findAbsence(context.db, id, context.now),
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

function describeAbsence(absence: Absence, now: Date) {
  const { attendance, date, timeZone, cityName, venueName, toldAt, contestedAt, resolvedAt } = absence;
  const end = contestEnd(toldAt);
  const amount = absence.currency ? formatAmount(absence.amount ?? 0, absence.currency) : null;
  return {
    when: `${venueName ? `${venueName}, ` : ""}${dateAndTime(date, timeZone)} in ${cityName}`,
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
    until: end && `${dateAndTime(end, timeZone)} in ${cityName}`,
    /** "3000 HUF", while the deposit waits for the decision. */
    deposit: absence.deposit === "paid" ? amount : null,
    kept: absence.deposit === "kept" ? amount : null,
  };
}

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const { absence, hasLink } = await requireAbsence(request, id, context);
  return json({
    ...describeAbsence(absence, context.now),
    feedbackPath: findFeedbackPath(absence, { ...context, hasLink }),
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

const contact = { href: "/contact", label: "Contact Us" };
const events = { href: "/events", label: "See all dinners" };

export default function ContestAbsence() {
  const { is, when, until, deposit, kept, feedbackPath } = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  if (is !== "open") {
    const { title, text, link } = {
      came: {
        title: "You were there",
        text: "That’s settled, and there’s nothing more to do.",
        link: events,
      },
      contested: {
        title: "We’ll look at it",
        text: `Thank you for telling us. Somebody on our team will read it and email you an answer.${deposit ? ` We’ll hold your deposit of ${deposit} until then.` : ""}`,
        link: feedbackPath ? { href: feedbackPath, label: "How was it?" } : events,
      },
      upheld: {
        title: "We couldn’t confirm that you came",
        text: `We read your message and looked again.${kept ? ` We keep the deposit of ${kept}.` : ""} If we’re wrong, write to us. You’re welcome at another dinner.`,
        link: contact,
      },
      decided: {
        title: "We looked again",
        text: "We heard that your seat stayed empty. If that’s wrong, write to us.",
        link: contact,
      },
      over: {
        title: "The 7 days are over",
        text: `It looks like you missed dinner. You could tell us until ${until}. If that’s wrong, write to us.`,
        link: contact,
      },
    }[is];
    return (
      <ContestCard title={title} when={when} seats={seatsOf[is]}>
        {failed && <UnsavedText text={failed.typed} />}
        <p className="text-ink-2">{text}</p>
        <p className="grid w-full gap-3">
          <ButtonLink href={link.href}>{link.label}</ButtonLink>
          {link === contact && <ButtonLink href={events.href}>{events.label}</ButtonLink>}
        </p>
      </ContestCard>
    );
  }
  return (
    <ContestCard title="Were you there?" when={when}>
      <p className="w-full text-left text-ink-2">
        We heard that your seat stayed empty. Mistakes happen: somebody can be overlooked. If you were there,
        tell us
        {until ? ` until ${until}` : " within 7 days of our email"}.
        {deposit &&
          ` We’ll hold your deposit of ${deposit} until then. If we don’t hear from you, we keep it.`}
      </p>
      <form method="post" className="grid w-full gap-4 text-left">
        <FormError field="text">{failed?.problem}</FormError>
        <TextArea
          label="What should we know? One sentence is enough."
          id="text"
          name="text"
          rows={4}
          required
          maxLength={maxLength}
          defaultValue={failed?.typed}
        />{" "}
        <Button variant="primary">I was there</Button>
      </form>
    </ContestCard>
  );
}

const seatsOf = {
  came: bookingSeats.pending,
  contested: bookingSeats.pending,
  upheld: bookingSeats.canceled,
  decided: bookingSeats.canceled,
  over: bookingSeats.canceled,
};

interface ContestCardProps {
  title: string;
  when: string;
  seats?: Seat[];
  children: ReactNode;
}

const ContestCard = ({ title, when, seats = bookingSeats.pending, children }: ContestCardProps) => (
  <CenteredCard>
    <TableDrawing seats={seats} className="size-24" />
    <h1 className="display text-2">{title}</h1>
    <p className="text-lead">{when}</p>
    {children}
  </CenteredCard>
);
