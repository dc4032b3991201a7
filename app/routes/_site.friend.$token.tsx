import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findSignedIn, userIdIfSignedIn } from "#app/auth/session.server.ts";
import { FormError } from "#app/components/banner.tsx";
import { describeNextDinner } from "#app/components/booking/describe-booking.server.ts";
import { NextStep } from "#app/components/booking/next-step.tsx";
import { TableScene } from "#app/components/booking/table-scene.tsx";
import { Button } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { SignItem } from "#app/components/icon.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { Party, TwoSeats } from "#app/components/party.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { forgetChosenEvent, friendPath, readChosenEvent } from "#app/http/cookies.ts";
import { readForm } from "#app/http/forms.ts";
import { badRequest, brokenLink, retryAfterHeader } from "#app/http/responses.ts";
import { findFace } from "#app/lib/account/find-face.server.ts";
import { areDepositsOffered, onlyDepositHoldsSeat } from "#app/lib/booking/booking-states.ts";
import { cityBeside, eventDateAndTime } from "#app/lib/dates.ts";
import { describeEvening } from "#app/lib/event/evening.ts";
import { formatAmount, unbroken } from "#app/lib/price.ts";
import { readLinkToken } from "#app/lib/signatures.server.ts";
import { readProfile } from "#app/models/account/profiles.server.ts";
import {
  declineFriendLink,
  loadObstacleOfFriends,
  readFriendLink,
} from "#app/models/booking/friend-links.server.ts";
import { readEveningAfterFriendLink } from "#app/models/event/upcoming-events.server.ts";
import { tryToBook } from "./events/book-event.server.ts";
import { AgeQuestion } from "./events/event-form.tsx";

export const handle: RouteHandle = { styles: "app", offersLogin: true };

export const meta = () => privatePage("Come along to dinner");

export const headers = retryAfterHeader;

async function requireFriendLink(token: string, context: AppLoadContext) {
  const linkId = readLinkToken(context.env, "friend", token);
  if (!linkId) throw brokenLink();
  const userId = userIdIfSignedIn(context);
  const visit = { linkId, userId, now: context.now };
  // Both are read in one batch.
  const [session, link, next] = await Promise.all([
    findSignedIn(context),
    loadBatched(context, readFriendLink(context.db, visit)),
    loadBatched(context, readEveningAfterFriendLink(context.db, linkId, visit)),
  ]);
  return { linkId, userId, session, link, next };
}

type Link = NonNullable<Awaited<ReturnType<typeof requireFriendLink>>["link"]>;

/** A link that was taken back looks like one of somebody who is kept apart from the visitor. */
function findEnd(link: Link | undefined, hasDeclined: boolean) {
  if (hasDeclined && !link?.isOpen)
    return {
      title: "Maybe another time",
      text: "Thank you for telling us. You’re welcome at a table of your own.",
    };
  if (link?.isUsed)
    return {
      title: "This link has been used",
      text: link.wasFriend
        ? "You came along with it, and that booking is canceled. Ask your friend for another one."
        : "It’s for one person, and somebody has come along with it already.",
    };
  if (!link?.isOpen)
    return {
      title: "This link no longer works",
      text: "It was for one dinner and one friend. Ask yours for a new one, or take a seat of your own.",
    };
  if (link.isOwn)
    return { title: "This is your own link", text: "Send it to one friend: it’s for somebody else." };
  return link.isClosed
    ? {
        title: "Booking has ended",
        text: "The tables of this dinner are being made.",
      }
    : undefined;
}

export async function loader({ request, params: { token = "" }, context }: LoaderFunctionArgs) {
  const [{ session, link, next }, profile] = await Promise.all([
    requireFriendLink(token, context),
    loadBatched(context, readProfile(context.db, userIdIfSignedIn(context))),
  ]);
  const hasAnswered = profile?.isQuizDone ?? false;
  if (link?.isFriend) return redirect(`/dashboard/bookings/${link.bookingId}`);
  const end = findEnd(link, new URL(request.url).searchParams.has("declined"));
  if (end || !link) {
    forgetChosenEvent(context, token);
    return json({ end, next: next ? describeNextDinner(next, context) : null, ask: null });
  }
  const { env, timeZone } = context;
  const when = eventDateAndTime(link.date, link, timeZone);
  const deposit = areDepositsOffered(env) ? (link.deposit ?? 0) : 0;
  const evening = describeEvening(link, link);
  const amount = deposit > 0 && unbroken(formatAmount(deposit, link.currency));
  return json({
    end: null,
    next: null,
    ask: {
      firstName: link.firstName,
      /** They have said yes here before, and signed up since. */
      isBack: hasAnswered && readChosenEvent(context) === token,
      drawn: findFace(env, { userId: link.askerId, face: link.face }),
      when,
      where: [evening.where, cityBeside(when, link) ?? link.cityName].filter(Boolean).join(", "),
      prices: evening.prices,
      booking: amount
        ? `A deposit of ${amount} ${onlyDepositHoldsSeat(env) ? "holds your seat" : "is optional"}. Each of you pays your own, and gets it back the day after the dinner.`
        : "Free",
      until: eventDateAndTime(link.closesAt, link, timeZone),
      /** Set if no seat is free: the event, in whose line the visitor can wait. */
      fullEventId: link.isFull && !link.bookingId ? link.eventId : null,
      next: link.bookingId
        ? "You’re booked already. One tap, and we know that you two come together."
        : session
          ? `With one tap you’re booked${hasAnswered ? "" : ", once we know your answers"}.`
          : "Next come your name and a short quiz, which takes about 3 minutes.",
    },
  });
}

export async function action({ request, params: { token = "" }, context }: ActionFunctionArgs) {
  const { linkId, userId, session, link } = await requireFriendLink(token, context);
  const { answer, adult } = await readForm(request);
  if (answer !== "yes" && answer !== "no") throw badRequest();
  if (!link?.isOpen || link.isOwn || link.isClosed) return redirect(friendPath(token));
  if (answer === "no") {
    await declineFriendLink(context.db, linkId, context.now);
    sendAfterResponse(context);
    return redirect(`${friendPath(token)}?declined`);
  }
  const { eventId } = link;
  const obstacle = session ? await loadObstacleOfFriends(context.db, { linkId, userId, eventId }) : undefined;
  return tryToBook(request, context, {
    eventId,
    isAdult: adult === "yes",
    friend: { linkId, token, obstacle },
  });
}

export default function Friend() {
  const { end, next, ask } = useLoaderData<typeof loader>();
  return ask ? (
    <Ask {...ask} />
  ) : (
    <CenteredCard>
      <TableScene />
      <h1 className="display text-2">{end?.title}</h1>
      <p className="text-ink-2">{end?.text}</p>
      <NextStep next={next} />
    </CenteredCard>
  );
}

type AskProps = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["ask"]>;

function Ask(ask: AskProps) {
  const { firstName, isBack, drawn, when, where, prices, booking, until, fullEventId, next } = ask;
  const failure = useActionData<typeof action>();
  const facts = [
    ["When", when],
    ["Where", `${where}. We tell you the restaurant when we make the tables.`],
    !isBack && [
      "Dinner",
      prices ? `${prices}. You pay for what you eat there.` : "You pay for what you eat there.",
    ],
    ["Booking", booking],
    !isBack && [
      "Together",
      "You both get seats at one table, or you’re both on standby. If by your answers no table suits you both, you choose.",
    ],
  ].filter((fact) => fact !== false);
  return (
    <div className="grow lg:grid lg:grid-cols-2">
      <div className="ground-green candlelight grid grid-cols-1 content-center justify-items-center gap-10 px-gutter py-10 lg:*:max-w-[28rem] lg:text-lead">
        <div className="w-full max-w-80 lg:hidden">
          <TwoSeats
            one={{ name: firstName, drawn }}
            other={{ name: "Your seat", drawn: null, sign: "You?" }}
          />
        </div>
        <div aria-hidden="true" className="w-full max-lg:hidden">
          <Party
            members={[
              { firstName: "", photo: null, drawn, isYou: true },
              { firstName, photo: null, drawn, isYou: false },
            ]}
            tableNumber={null}
            freeSeat="New to you"
            isWithoutYou
          />
        </div>
        <p aria-hidden="true" className="display text-center text-2 text-balance max-lg:hidden">
          {when}
        </p>
      </div>
      <div className="mx-auto grid w-full max-w-card gap-5 px-gutter py-8">
        <h1 className="display text-2">
          {isBack ? `Dinner with ${firstName}` : `Come to dinner with ${firstName}?`}
        </h1>
        {!isBack && (
          <p className="text-lead text-ink-2">
            A table of five in a restaurant: you two, and three others chosen by everybody’s answers.
          </p>
        )}
        {!isBack && !fullEventId && !failure && (
          <Button form="answer" variant="primary" size="large" name="answer" value="yes">
            Come along
          </Button>
        )}
        <dl className="border-t border-line">
          {facts.map(([name, text]) => (
            <div
              key={name}
              className="grid grid-cols-[minmax(0,5.5rem)_minmax(min-content,1fr)] gap-3 border-b border-line py-3"
            >
              <dt className="text-ink-2">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {failure?.message && (
          <FormError>
            {failure.message}{" "}
            {failure.clash && (
              <a href={failure.clash.path} className="underline underline-offset-2">
                See that booking
              </a>
            )}
          </FormError>
        )}
        <ul className="grid gap-3 text-small">
          <SignItem sign="send">
            {fullEventId
              ? "This dinner is full for now, and a seat that opens goes to who waited first. Once you have one, open this link again."
              : next}
          </SignItem>
          {!isBack && <SignItem sign="lock">{firstName} never sees your answers.</SignItem>}
          {(!isBack || !fullEventId) && (
            <SignItem sign="clock">
              {!isBack && `The link works until ${until}. `}
              {!fullEventId && "The link holds no seat for you."}
            </SignItem>
          )}
        </ul>
        <form id="answer" method="post" className="grid gap-3">
          {failure && "asksForAge" in failure && <AgeQuestion />}
          {fullEventId ? (
            <Button variant="primary" size="large" formAction="/events" name="line" value={fullEventId}>
              Tell me if a seat opens
            </Button>
          ) : (
            <Button variant="primary" size="large" name="answer" value="yes">
              {isBack ? "Book my seat" : "Come along"}
            </Button>
          )}{" "}
          <Button name="answer" value="no">
            Not this time
          </Button>
        </form>
      </div>
    </div>
  );
}
