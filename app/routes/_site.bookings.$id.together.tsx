import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readVisit } from "#app/auth/device.server.ts";
import { findSignedIn } from "#app/auth/session.server.ts";
import { FormError } from "#app/components/banner.tsx";
import { Button, ButtonLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { checkBookingLink } from "#app/emails/links.server.ts";
import { readForm } from "#app/http/forms.ts";
import { badRequest, brokenLink } from "#app/http/responses.ts";
import { describePair } from "#app/lib/booking/booking-states.ts";
import { dateAndTime } from "#app/lib/dates.ts";
import { agreeToPair, endPair, findPair } from "#app/models/booking/pairs.server.ts";

export const handle: RouteHandle = { styles: "app" };

export const meta = () => privatePage("One table?");

/** For the email's link, and for the signed-in diner. Only the form changes anything. */
async function requirePair(request: Request, id: string, context: AppLoadContext) {
  const [link, session, found] = await Promise.all([
    checkBookingLink(request, id, "together link", context),
    findSignedIn(context),
    findPair(context.db, id),
  ]);
  if (!found || (link === "forged" && session?.userId !== found.userId)) throw brokenLink();
  const isOpen = found.isOpen && found.closesAt > context.now && found.pair !== null;
  return { ...found, pair: isOpen ? found.pair : null };
}

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const { pair, date, closesAt, timeZone, cityName } = await requirePair(request, id, context);
  return json({
    pair,
    when: `${dateAndTime(date, timeZone)} in ${cityName}`,
    until: dateAndTime(closesAt, timeZone),
  });
}

export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  const { pair } = await requirePair(request, id, context);
  const { answer } = await readForm(request);
  if (answer !== "yes" && answer !== "no") throw badRequest();
  const { pathname, search } = new URL(request.url);
  const isDone =
    pair === null
      ? // The same form came twice.
        answer === "no"
      : answer === "yes"
        ? await agreeToPair(context.db, id, readVisit(request, context))
        : await endPair(context.db, id, { by: "diner", now: context.now });
  return isDone ? redirect(pathname + search) : json({ isTooLate: true }, 409);
}

export default function Together() {
  const { pair, when, until } = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  if (!pair)
    return (
      <CenteredCard>
        <TableDrawing seats={bookingSeats.canceled} className="size-24" />
        <h1 className="display text-2">There’s nothing to answer</h1>
        {failed && <FormError>This was not saved, because something has changed.</FormError>}
        <p className="text-ink-2">We seat you like everybody else, or the tables are made already.</p>
        <ButtonLink href="/dashboard/bookings">Bookings</ButtonLink>
      </CenteredCard>
    );
  const { hasAgreed, firstName } = pair;
  return (
    <CenteredCard>
      <TableDrawing seats={bookingSeats.pending} className="size-24" />
      <h1 className="display text-2">{hasAgreed ? "One table" : `Sit with ${firstName}?`}</h1>
      <p className="text-lead">{when}</p>
      {failed && <FormError>This was not saved, because something has changed.</FormError>}
      <p className="text-ink-2">
        {hasAgreed
          ? describePair(pair)
          : "We do it only if you both say yes. You then both get seats at one table, or you’re both on standby."}
      </p>
      <form method="post" className="grid w-full gap-3">
        {!hasAgreed && (
          <Button variant="primary" name="answer" value="yes">
            Yes, one table
          </Button>
        )}{" "}
        <Button variant="dark" name="answer" value="no">
          {hasAgreed ? "Take it back" : "No, thanks"}
        </Button>
      </form>
      <p className="text-small text-ink-2">You can change your mind until {until}.</p>
    </CenteredCard>
  );
}
