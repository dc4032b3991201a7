import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { findSignedIn } from "#app/auth/session.server.ts";
import { Button, ButtonLink, QuietLink } from "#app/components/button.tsx";
import { TableCard } from "#app/components/card.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { readUnsubscribeLink } from "#app/emails/links.server.ts";
import { oncePerRequest } from "#app/load-context.ts";
import { setReminders } from "#app/models/account/profiles.server.ts";
import { bookerOf } from "#app/models/booking/bookings.server.ts";
import { readerOf, setNewsConsent } from "#app/models/quiz/news-consent.server.ts";

export const handle: RouteHandle = { offersLogin: true };

export const meta = () => privatePage("Stop these emails");

/** The page that answers the form needs the same lookup, and the signed-in user. */
const readLink = oncePerRequest(async (context, request: Request) => {
  const [link] = await Promise.all([readUnsubscribeLink(request, context), findSignedIn(context)]);
  return link;
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const link = await readLink(context, request);
  const isValid = link !== undefined;
  return json({ isValid, isNews: isValid && "consentId" in link }, isValid ? 200 : 400);
}

/** Also called by email programs (RFC 8058 one-click). */
export async function action({ request, context }: ActionFunctionArgs) {
  const { db, now } = context;
  const link = await readLink(context, request);
  if (!link) return json({ isDone: false, isUndone: false }, 400);
  // Consent to news is given in the settings only.
  const isUndone = !("consentId" in link) && new URL(request.url).searchParams.has("undo");
  if ("consentId" in link) await setNewsConsent(db, readerOf(link.consentId), false, now);
  else await setReminders(db, bookerOf(link.bookingId), isUndone);
  return json({ isDone: !isUndone, isUndone });
}

export default function Unsubscribe() {
  const { isValid, isNews } = useLoaderData<typeof loader>();
  const { isDone, isUndone } = useActionData<typeof action>() ?? { isDone: false, isUndone: false };
  const { search } = useLocation();
  return (
    <TableCard>
      <h1 className="display text-2">
        {!isValid
          ? "This link is incomplete"
          : isUndone
            ? "These emails stay on"
            : isDone
              ? "You won’t get these emails anymore"
              : isNews
                ? "Stop news from the club?"
                : "Stop these emails?"}
      </h1>
      <p className="text-ink-2">{isNews ? explainNews(isDone) : explain(isValid, isDone, isUndone)}</p>
      {isValid && !isDone && !isUndone ? (
        <form method="post" action={search.replace("&undo", "")} className="grid gap-3">
          <Button variant="dark">Stop These Emails</Button> <ButtonLink href="/">Keep them</ButtonLink>
        </form>
      ) : (
        <div className="grid gap-2">
          {isValid && (
            <ButtonLink href="/events" variant="primary">
              See the dinners
            </ButtonLink>
          )}{" "}
          {isDone && !isNews && (
            <form method="post" action={`${search}&undo`} className="grid">
              <Button>Undo</Button>
            </form>
          )}{" "}
          <QuietLink href="/dashboard/settings" className="justify-self-center">
            Settings
          </QuietLink>
        </div>
      )}
    </TableCard>
  );
}

const explainNews = (isDone: boolean) =>
  isDone
    ? "We’ll still email you about your bookings. You can ask for news again in your settings."
    : "We’ll only email you about your bookings then.";

function explain(isValid: boolean, isDone: boolean, isUndone: boolean): string {
  if (!isValid) return "Open it from the email again, or change your emails in your settings.";
  if (isUndone) return "The reminder the day before a dinner, and “How was it?” the day after.";
  return isDone
    ? "We’ll still email you when a booking is confirmed, moved or canceled before dinner."
    : "We’ll stop sending the reminder the day before a dinner, and “How was it?” the day after. Your bookings stay as they are.";
}
