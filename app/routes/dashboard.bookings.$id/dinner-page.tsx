import { DepositLine, DirectionsLink, OnFoot } from "#app/components/booking/booking-parts.tsx";
import { ArrowLink, Button, QuietLink, quietLinkClass } from "#app/components/button.tsx";
import { Section } from "#app/components/card.tsx";
import { Sign, type SignName } from "#app/components/icon.tsx";
import { Face } from "#app/components/party.tsx";
import { LogoMark } from "#app/components/table-drawing.tsx";
import { type Safety, telephoneLink, unknownEmergencyNumber } from "#app/lib/event/safety.ts";
import { club } from "#club";
import type { DinerState, DinnerDiner, DinnerView } from "./describe-dinner.server.ts";
import { DinnerActions, MissingDiners, PhoneForm, type RefusedPhone } from "./dinner-actions.tsx";

interface DinnerPageProps {
  dinner: DinnerView;
  refusedPhone: RefusedPhone;
  asksWhoIsMissing: boolean;
}

/** The page of the dinner's day can be read at arm's length in the street, and at the table. */
export function DinnerPage({ dinner, refusedPhone, asksWhoIsMissing }: DinnerPageProps) {
  const { id, when, shares, company, hasReceipt, deposit } = dinner;
  const isHere = dinner.ownState === "here";
  const missing = <MissingDiners dinner={dinner} isAsked={asksWhoIsMissing} />;
  return (
    <div className="@container">
      <div className="@min-[50rem]:grid @min-[50rem]:grid-cols-[1.1fr_0.9fr] @min-[50rem]:gap-x-14">
        <Room dinner={dinner} isOnTheWay={!isHere} />
        <div className="grid content-start gap-9 pt-6 @min-[50rem]:content-center @min-[50rem]:py-6">
          {!isHere && <DinnerActions dinner={dinner} />}
          {!isHere && (
            <>
              {missing}
              <OnFoot place={dinner.place} />
            </>
          )}
          <Icebreaker dinner={dinner} />
          {shares.length + company.length > 0 && (
            <Section title="What your table has in common">
              <ul>
                {[...company.map(describeCompany), ...shares].map((sentence) => (
                  <li key={sentence} className="grid grid-cols-[1.25rem_1fr] gap-3 pt-3">
                    <LogoMark className="mt-0.5 size-5 text-green-text [--you:currentColor]" />
                    <span>{sentence}</span>
                  </li>
                ))}
              </ul>
              {hasReceipt && (
                <QuietLink href={`/dashboard/bookings/${id}/receipt`} className="mt-1">
                  How the tables were made
                </QuietLink>
              )}
            </Section>
          )}
          {isHere && missing}
          <DrawnFacesNote faces={dinner.diners} />
          <PhoneForm dinner={dinner} refused={refusedPhone} isFolded />
          <DepositLine bookingId={id} date={when} deposit={deposit} />
          <div>
            <SafetyLine safety={dinner.safety} />
            <AnswersLink />
          </div>
        </div>
      </div>
    </div>
  );
}

/** It names nobody. */
export const describeCompany = (phrase: string) =>
  `Somebody else ${phrase}, ${phrase.includes("n’t ") ? "either" : "too"}.`;

interface RoomProps {
  dinner: DinnerView;
  isOnTheWay: boolean;
}

const Room = ({
  dinner: { id, place, when, asOf, can, diners, isEverybodyExpected, canTakeBackHere, shares },
  isOnTheWay,
}: RoomProps) => {
  const gone = diners.flatMap(({ state, firstName }) => (state === "can't come" ? firstName : []));
  return (
    <section
      aria-labelledby={`venue-${id}`}
      className="dinner-room floor grid content-between gap-4.5 rounded-paper max-lg:rounded-none @min-[50rem]:sticky @min-[50rem]:top-6 @min-[50rem]:self-start px-gutter pt-4 pb-3 text-center @min-[50rem]:px-6 @min-[50rem]:pt-8 @min-[50rem]:pb-6"
    >
      <p className="text-small font-strong">{when}</p>
      <p className="grid justify-items-center">
        <span className="text-[1.125rem]/none">Table</span>{" "}
        <b className="dinner-number display figures font-normal">{place.tableNumber}</b>
      </p>
      <div>
        <DinnerDiners diners={diners} hasStates={!isEverybodyExpected} />
        {gone.length > 0 && <p className="mt-2 text-small">No need to wait for {both.format(gone)}.</p>}
        {isEverybodyExpected && <p className="mt-1.5 text-small">Everybody is expected.</p>}
      </div>
      <Moment diners={diners} isOnTheWay={isOnTheWay} share={shares[0]} />
      {canTakeBackHere && (
        <form method="post" action={`/dashboard/bookings/${id}`} className="-mt-4">
          <button type="submit" name="say" value="not here" className={quietLinkClass}>
            I’m not here yet
          </button>
        </form>
      )}
      <div className="mt-1 grid gap-4.5">
        <div>
          <h2 id={`venue-${id}`} className="display text-[1.75rem]/[1.15] tracking-[-0.02em]">
            {place.name}
          </h2>
          <p className="text-[1rem]/[1.45]">
            {place.address}
            {place.district && ` · ${place.district}`}
          </p>
          <p className="text-[1rem]/[1.45]">Ask for the {club.name} table</p>
        </div>
        {isOnTheWay && (
          <div className="mx-auto grid w-full max-w-100 gap-3">
            {can.checkIn && (
              <form method="post" action={`/dashboard/bookings/${id}`} data-said="">
                <Button variant="primary" size="large" name="say" value="here" className="w-full">
                  I’m here
                </Button>
              </form>
            )}
            <DirectionsLink place={place} variant="light" className="w-full" />
          </div>
        )}
      </div>
      <div>
        {(can.cancel || can.say) && (
          <p className="mt-1 text-label">
            As of {asOf}{" "}
            <a
              href={`/dashboard/bookings/${id}`}
              className="ml-2 inline-flex min-h-target items-center font-strong underline underline-offset-[0.3em]"
            >
              Refresh
            </a>
          </p>
        )}
      </div>
    </section>
  );
};

function Icebreaker({ dinner: { id, icebreaker } }: { dinner: DinnerView }) {
  const { text, position, count, next, others } = icebreaker;
  return (
    <section
      id="icebreaker"
      className="scroll-mt-4 rounded-paper bg-saffron-wash px-5 pt-4 pb-2 lg:px-8 lg:pt-6"
    >
      <h3 className="text-small font-strong">To get going</h3>
      <p className="display pt-2 pb-3 text-2 text-balance">{text}</p>
      <p className="flex items-center justify-between">
        <span className="text-label text-ink-2">
          {position} of {count}
        </span>
        <ArrowLink href={`/dashboard/bookings/${id}?icebreaker=${next}#icebreaker`}>Another one</ArrowLink>
      </p>
      <ul hidden data-kept="" className="grid gap-3">
        {others.map((other) => (
          <li key={other}>{other}</li>
        ))}
      </ul>
    </section>
  );
}

const signs: Partial<Record<NonNullable<DinerState>, { sign: SignName; className: string }>> = {
  here: { sign: "check", className: "bg-on-green text-[#1f4d3f]" },
  late: { sign: "clock", className: "bg-[#f8ebcf] text-[#7c5209]" },
};

const DinnerDiners = ({ diners, hasStates }: { diners: DinnerDiner[]; hasStates: boolean }) => (
  <ul aria-label="Your table" className="dinner-diners mx-auto grid w-full max-w-160 gap-1 text-label">
    {diners.map((diner) => (
      <li key={diner.bookingId} className="grid min-w-0 content-start justify-items-center">
        <span className="relative mb-2">
          <Face
            photo={diner.photo}
            drawn={diner.drawn}
            seat={diner.seat}
            className={diner.state === "can't come" ? "opacity-60" : ""}
          />
          <StateSign state={diner.state} />
        </span>
        <b className="w-full truncate font-strong">{diner.isYou ? "You" : diner.firstName}</b>
        {hasStates && diner.state && <span className="leading-tight">{describeState(diner)}</span>}
      </li>
    ))}
  </ul>
);

const both = new Intl.ListFormat("en-GB", { type: "conjunction" });

interface MomentProps {
  diners: DinnerDiner[];
  isOnTheWay: boolean;
  share: string | undefined;
}

/** Nobody likes to be the first: who is there, and until then what they share. */
function Moment({ diners, isOnTheWay, share }: MomentProps) {
  const here = diners.flatMap(({ isYou, state, firstName }) => (!isYou && state === "here" ? firstName : []));
  const names = here.length > 0 && `${both.format(here)} ${here.length === 1 ? "is" : "are"}`;
  const text = isOnTheWay
    ? names
      ? `${names} already here.`
      : share
    : `You made it. ${names ? `${names} here, too.` : "Enjoy the evening."}`;
  return text && <p className="display mx-auto max-w-120 text-2 text-balance">{text}</p>;
}

function describeState({ state, lateMinutes, isYou }: DinnerDiner) {
  if (state === "late") return `${lateMinutes} min late`;
  if (state === "no word yet" && !isYou) return "on the way?";
  return state === "can't come" ? "can’t come" : state;
}

function StateSign({ state }: { state: DinerState }) {
  const shown = state && signs[state];
  if (!shown) return null;
  return (
    <span
      className={`absolute -right-1 -bottom-0.5 grid size-6 place-items-center rounded-round ${shown.className}`}
    >
      <Sign name={shown.sign} className="size-4" />
    </span>
  );
}

/** A diner who looks for the table should not look for these faces. */
export const DrawnFacesNote = ({ faces }: { faces: { photo: string | null; isYou: boolean }[] }) =>
  faces.some(({ photo, isYou }) => !photo && !isYou) && (
    <p className="text-label text-ink-2">
      {faces.some(({ photo, isYou }) => photo && !isYou) ? "Some faces are" : "The faces are"} drawn. The
      people are real.
    </p>
  );

export const AnswersLink = () => (
  <QuietLink href="/contact#answers">Late, lost, or nobody talks? Here’s what to do</QuietLink>
);

const linkClass = "font-strong text-ink underline underline-offset-[0.25em]";

/** The last line of the page, which is never hidden behind a link. */
const SafetyLine = ({ safety: { email, phone, emergency } }: { safety: Safety }) => (
  <p className="flex gap-3 border-t border-line pt-4 text-small text-ink-2">
    <Sign name="phone" className="mt-0.5 size-5" />
    <span>
      Need help? Tell the host
      {email && (
        <>
          {phone ? "," : " or"} write to us at{" "}
          <a href={`mailto:${email}`} className={`${linkClass} [overflow-wrap:anywhere]`}>
            {email}
          </a>
        </>
      )}
      {phone && (
        <>
          {email ? "," : ""} or call us on{" "}
          <a href={telephoneLink(phone)} className={`${linkClass} whitespace-nowrap`}>
            {phone}
          </a>
        </>
      )}
      . In an emergency, dial{" "}
      {emergency ? (
        <a href={telephoneLink(emergency)} className={linkClass}>
          {emergency}
        </a>
      ) : (
        unknownEmergencyNumber
      )}
      .
    </span>
  </p>
);
