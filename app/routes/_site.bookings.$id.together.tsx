import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { readVisit } from "#app/auth/device.server.ts";
import { refuseTooOften } from "#app/auth/guards.server.ts";
import { findSignedIn } from "#app/auth/session.server.ts";
import { TableScene } from "#app/components/booking/table-scene.tsx";
import { Button, ButtonLink, quietLinkClass } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { SignItem } from "#app/components/icon.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { TwoSeats } from "#app/components/party.tsx";
import { ShareLink } from "#app/components/share-link.tsx";
import { checkBookingLink } from "#app/emails/links.server.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { friendPath } from "#app/http/cookies.ts";
import { readForm } from "#app/http/forms.ts";
import { badRequest, brokenLink, retryAfterHeader } from "#app/http/responses.ts";
import type { DrawnFace } from "#app/lib/account/draw-face.ts";
import { findFace } from "#app/lib/account/find-face.server.ts";
import {
  areDepositsOffered,
  choiceOfObstacle,
  describeObstacle,
  describeRefusal,
} from "#app/lib/booking/booking-states.ts";
import { dateAndTime } from "#app/lib/dates.ts";
import { toLinkToken } from "#app/lib/signatures.server.ts";
import { makeFriendLink, takeBackFriendLink } from "#app/models/booking/friend-links.server.ts";
import { agreeToPair, endPair, findPair, loadObstacleOfPair } from "#app/models/booking/pairs.server.ts";

export const handle: RouteHandle = { styles: "app", offersLogin: true };

export const meta = () => privatePage("One table?");

/** For the email's link, and for the signed-in diner. Only the form changes anything. */
async function requirePair(request: Request, id: string, context: AppLoadContext) {
  const [link, session, found] = await Promise.all([
    checkBookingLink(request, id, "together link", context),
    findSignedIn(context),
    findPair(context.db, id, context.now),
  ]);
  if (!found || (link === "forged" && session?.userId !== found.userId)) throw brokenLink();
  const isOpen = found.isOpen && found.closesAt > context.now;
  const { pair, isOnStandby } = found;
  const canPart = isOnStandby && pair?.hasAgreed && pair.hasOtherAgreed;
  return { ...found, isOpen, pair: isOpen || canPart ? pair : null };
}

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const { env, db } = context;
  const {
    pair,
    isOpen,
    isOnStandby,
    eventId,
    friendLinkId,
    deposit,
    date,
    closesAt,
    timeZone,
    cityName,
    own,
    userId,
  } = await requirePair(request, id, context);
  const obstacle = await loadObstacleOfPair(db, { id, eventId, pair });
  const address =
    friendLinkId && new URL(friendPath(toLinkToken(env, "friend", friendLinkId)), request.url).href;
  return json({
    bookingId: id,
    pair: pair && {
      firstName: pair.firstName,
      hasAgreed: pair.hasAgreed,
      hasOtherAgreed: pair.hasOtherAgreed,
      drawn: findFace(env, pair),
    },
    you: { firstName: own.firstName, drawn: findFace(env, { userId, face: own.face }) },
    obstacle: pair && obstacle && describeObstacle(obstacle, pair.firstName),
    /** Set where the diner can ask a friend. */
    friend: isOpen && !pair ? { address: address || null } : null,
    when: `${dateAndTime(date, timeZone)} in ${cityName}`,
    isOnStandby,
    asksForDeposit: (deposit ?? 0) > 0 && areDepositsOffered(env),
    until: dateAndTime(isOnStandby ? date : closesAt, timeZone),
  });
}

export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  const { db, now } = context;
  const { pair, isOpen, userId, askedBefore } = await requirePair(request, id, context);
  const { answer } = await readForm(request);
  if (!["yes", "no", "make link", "take back link"].includes(answer ?? "")) throw badRequest();
  const { pathname, search } = new URL(request.url);
  if (isOpen && !pair && answer === "make link") {
    const refusal = await refuseTooOften(context, userId, "friend-link");
    if (refusal) return json({ error: refusal.message }, refusal.init);
    await makeFriendLink(db, id, now);
    return redirect(pathname + search);
  }
  if (answer === "take back link") await takeBackFriendLink(db, id, now);
  const isDone =
    pair === null
      ? // The same form came twice.
        answer === "no" || answer === "take back link"
      : answer === "yes"
        ? await agreeToPair(db, id, readVisit(request, context))
        : answer === "no" && (await endPair(db, id, { by: "diner", now }));
  sendAfterResponse(context);
  if (isDone) return redirect(pathname + search);
  const isAboutLink = answer === "make link" || answer === "take back link";
  if (pair && isAboutLink) return json({ error: notSaved.inPair }, 409);
  return json({ error: !pair && isOpen ? notSaved.apart(askedBefore) : notSaved.closed }, 409);
}

/** It says nothing of who has ended a pair, and why. */
const notSaved = {
  inPair: "You two have been asked in the meantime, so look at this first.",
  apart: (firstName: string | null) =>
    `${firstName ? `The question about a table with ${firstName}` : "That question"} has closed. Your own booking stays as it is.`,
  closed: "This dinner takes no answers anymore, so nothing was saved.",
};

export const headers = retryAfterHeader;

const Refused = () => {
  const error = useActionData<typeof action>()?.error;
  return error ? (
    <p
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: after a form was refused, the reason comes next
      autoFocus
      className="w-full scroll-mt-20 rounded-paper bg-saffron-wash px-4 py-3 text-saffron-text outline-none"
    >
      {error}
    </p>
  ) : null;
};

const Faces = ({ children }: { children: ReactNode }) => (
  <div className="floor grid w-full justify-items-center gap-4 rounded-paper p-5">{children}</div>
);

const Terms = ({ children }: { children: ReactNode }) => (
  <ul className="grid w-full gap-3 border-y border-line py-5 text-left text-small">{children}</ul>
);

interface You {
  firstName: string;
  drawn: DrawnFace;
}

interface BringFriendProps {
  you: You;
  address: string | null;
  when: string;
  until: string;
  asksForDeposit: boolean;
}

/** With the address of the link, once there is one. */
const BringFriend = ({ you, address, when, until, asksForDeposit }: BringFriendProps) => {
  const terms = (
    <Terms>
      <SignItem sign="check">
        If they come along, you both get seats at one table, or you’re both on standby.
      </SignItem>
      <SignItem sign="clock">
        For one person, until {until}.{address && " The link holds no seat for them."}
      </SignItem>
      {asksForDeposit && <SignItem sign="lock">Each of you pays your own deposit.</SignItem>}
    </Terms>
  );
  return (
    <CenteredCard>
      {!address && (
        <Faces>
          <TwoSeats one={{ name: "You", drawn: you.drawn }} other={{ name: "A friend", drawn: null }} />
        </Faces>
      )}
      <Refused />
      <h1 className="display text-2">{address ? "Send this to one friend" : "Easier with a friend?"}</h1>
      <p className="text-lead">{when}</p>
      {address && (
        <Faces>
          <TwoSeats
            one={{ name: you.firstName, drawn: you.drawn }}
            other={{ name: "Your seat", drawn: null, sign: "You?" }}
          />
          <p className="display text-3">Come to dinner with {you.firstName}?</p>
        </Faces>
      )}
      <p className="text-ink-2">
        {address
          ? "They see your first name, your drawn face and this dinner."
          : "Bring one person you know, and three others join you. We make a link for you to send."}
      </p>
      {!address && terms}
      {address && <ShareLink address={address} label="The link for your friend" variant="primary" isFolded />}
      <form method="post" className="grid w-full justify-items-center">
        {address ? (
          <button type="submit" name="answer" value="take back link" className={quietLinkClass}>
            Take the link back
          </button>
        ) : (
          <Button variant="primary" size="large" name="answer" value="make link" className="w-full">
            Ask a friend along
          </Button>
        )}
      </form>
      {address && terms}
    </CenteredCard>
  );
};

export default function Together() {
  const { bookingId, pair, you, obstacle, friend, isOnStandby, asksForDeposit, when, until } =
    useLoaderData<typeof loader>();
  if (friend) return <BringFriend {...friend} {...{ you, when, until, asksForDeposit }} />;
  if (!pair)
    return (
      <CenteredCard>
        <TableScene />
        <h1 className="display text-2">There’s nothing to answer</h1>
        <p className="text-lead">{when}</p>
        <Refused />
        <p className="text-ink-2">We seat you like everybody else, or the tables are made already.</p>
        <ButtonLink
          variant="primary"
          size="large"
          href={`/dashboard/bookings/${bookingId}`}
          className="w-full"
        >
          See your booking
        </ButtonLink>
      </CenteredCard>
    );
  const { hasAgreed, hasOtherAgreed, firstName, drawn } = pair;
  const areTogether = hasAgreed && hasOtherAgreed;
  const title = !hasAgreed
    ? `Sit with ${firstName}?`
    : obstacle
      ? "Together or apart?"
      : areTogether
        ? `You come with ${firstName}`
        : `Waiting for ${firstName}`;
  return (
    <CenteredCard>
      <Faces>
        <TwoSeats
          one={{ name: "You", drawn: hasAgreed ? you.drawn : null, sign: "?" }}
          other={{ name: firstName, drawn }}
          areTogether={areTogether}
        />
      </Faces>
      <h1 className="display text-2">{title}</h1>
      <p className="text-lead">{when}</p>
      <Refused />
      {obstacle && (
        <p className="border-l-3 border-saffron pl-4 text-left">
          {obstacle} {choiceOfObstacle}
        </p>
      )}
      {areTogether && !obstacle && !isOnStandby && (
        <p className="display text-3 text-balance">One table: you two, and three others</p>
      )}
      {hasAgreed && !areTogether && (
        <p className="text-ink-2">You sit together if {firstName} says yes, too.</p>
      )}
      {!hasAgreed && <p className="text-ink-2">You sit together only if you both say yes.</p>}
      <Terms>
        {!obstacle && (
          <SignItem sign="check">
            {areTogether ? "You" : "Then you"} both get seats at one table, or you’re both on standby.
          </SignItem>
        )}
        {isOnStandby && (
          <SignItem sign="search">
            Two seats at one table open less often than one. Apart, each of you can get a single seat.
          </SignItem>
        )}
        {!hasAgreed && <SignItem sign="lock">{describeRefusal(firstName)}</SignItem>}
        <SignItem sign="clock">You can change your mind until {until}.</SignItem>
      </Terms>
      <form method="post" className="grid w-full justify-items-center gap-3">
        {hasAgreed && !obstacle && (
          <ButtonLink
            href={`/dashboard/bookings/${bookingId}`}
            variant={areTogether ? "primary" : "secondary"}
            size="large"
            className="w-full"
          >
            See your booking
          </ButtonLink>
        )}
        {!hasAgreed && (
          <Button variant="primary" size="large" name="answer" value="yes" className="w-full">
            Yes, one table
          </Button>
        )}{" "}
        {hasAgreed && !obstacle ? (
          <button type="submit" name="answer" value="no" className={quietLinkClass}>
            Change my mind
          </button>
        ) : (
          <Button name="answer" value="no" className="w-full">
            {obstacle ? `Come without ${firstName}` : "No, thanks"}
          </Button>
        )}
        {obstacle && (
          <ButtonLink href="/dashboard/bookings" className="w-full">
            Stay together
          </ButtonLink>
        )}
      </form>
    </CenteredCard>
  );
}
