import type { ReactNode } from "react";
import { Sign } from "#app/components/icon.tsx";
import { countFreeSeats } from "#app/lib/table-size.ts";
import type { EveningDiner, EveningTable, Presence } from "#app/models/event/evening.server.ts";
import { operationHref, planHref, seatClass } from "./desk-parts.tsx";
import { CallLink, MessageLink, PersonLink, SmallLink, smallClass } from "./evening-parts.tsx";

const tones = {
  calm: { seat: "bg-sunk", text: "text-ink-2" },
  here: { seat: "bg-green text-on-green", text: "text-green-text" },
  late: {
    seat: "bg-saffron-wash text-saffron-text shadow-[inset_0_0_0_2px_var(--color-saffron)]",
    text: "text-saffron-text",
  },
  missing: {
    seat: "bg-paprika-wash text-paprika-text shadow-[inset_0_0_0_2px_var(--color-paprika)]",
    text: "text-paprika-text",
  },
};

const presences: Record<Presence, [tone: keyof typeof tones, words: string]> = {
  expected: ["calm", "Has a seat"],
  came: ["here", "Came"],
  absent: ["missing", "Didn’t come"],
  here: ["here", "Here"],
  "on the way": ["calm", "On the way"],
  "here or not": ["calm", "Counted without names"],
  late: ["late", "Late"],
  "not here": ["late", "Not here yet"],
  missing: ["missing", "Didn’t come so far"],
};

const toneOf = (presence: Presence) => tones[presences[presence][0]];

/** A letter in a circle; its color says whether the diner is there, and words say it too. */
const SeatLetter = ({ diner }: { diner: Pick<EveningDiner, "name" | "presence"> }) => (
  <span aria-hidden="true" className={`${seatClass} ${toneOf(diner.presence).seat}`}>
    {[...diner.name][0]}
  </span>
);

const EmptySeat = () => (
  <span
    aria-hidden="true"
    className={`${seatClass} border-[1.5px] border-dashed border-line-strong font-text text-ink-2`}
  >
    +
  </span>
);

const describePresence = ({ presence, lateMinutes }: EveningDiner) =>
  presence === "late" ? `${lateMinutes} min late` : presences[presence][1];

const offEvening: Presence[] = ["expected", "came", "absent"];

/** "3 here, Dávid K. late" */
function describeTable(
  { diners, walkIns, canceled, here, missing }: EveningTable,
  freeSeats: number,
): string {
  const others = diners.filter(({ presence }) => ["late", "missing"].includes(presences[presence][0]));
  const isOn = walkIns.length > 0 || diners.some(({ presence }) => !offEvening.includes(presence));
  const lost = freeSeats > 0 ? canceled.slice(-freeSeats).map(({ name }) => `${name} canceled`) : [];
  return [
    ...(isOn
      ? [
          here > 0
            ? `${here}${missing > 0 ? ` of ${diners.length + walkIns.length}` : ""} here`
            : "Nobody yet",
        ]
      : []),
    ...others.map((diner) => `${diner.name} ${describePresence(diner).toLowerCase()}`),
    ...lost,
  ].join(", ");
}

/** What can be done with each diner of more tables than that would make a page too heavy. */
const maxInPlace = 12;

interface TableProps {
  eventId: string;
  /** `alone` says who has nobody with what they have. */
  table: EveningTable & { alone?: string[] };
  /** How many tables are on the page, whose address opens one with `table=`. */
  shown: number;
  pageHref: string;
  canRecord: boolean;
  /** Is open at once. */
  isOpen: boolean;
  isAtDoor?: boolean;
}

const rowClass =
  "grid cursor-pointer list-none grid-cols-[1.75rem_1fr_1.25rem] items-center gap-x-2.5 py-3 [&::-webkit-details-marker]:hidden";

/** A table as a row of letters, which opens in place, or by its address where there are many. */
export function DeskTable({
  eventId,
  table,
  shown,
  pageHref,
  canRecord,
  isOpen,
  isAtDoor = false,
}: TableProps) {
  const { number, diners, closedAt, walkIns, alone = [] } = table;
  const freeSeats = countFreeSeats(table);
  const row = (
    <>
      <span className="display figures text-[1.625rem]/none">{number}</span>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <span className="flex flex-wrap gap-1.5">
          {diners.map((diner) => (
            <SeatLetter key={diner.bookingId} diner={diner} />
          ))}
          {walkIns.map((name, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two can have one name
            <SeatLetter key={i} diner={{ name, presence: "here" }} />
          ))}
          {Array.from({ length: freeSeats }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: empty seats are all the same
            <EmptySeat key={i} />
          ))}
        </span>
        <span className="text-small text-ink-2">{closedAt ? "Closed" : describeTable(table, freeSeats)}</span>
        {alone.length > 0 && <span className="text-small text-saffron-text">{alone.join(". ")}</span>}
      </span>
      <span aria-hidden="true" className="text-ink-2 group-open:rotate-90">
        ›
      </span>
    </>
  );
  if (shown > maxInPlace && !isOpen)
    return (
      <li className="border-b border-line" id={`table-${number}`}>
        <a href={`${pageHref}table=${number}#table-${number}`} className={rowClass}>
          {row}
        </a>
      </li>
    );
  return (
    <li className="border-b border-line" id={`table-${number}`}>
      <details open={isOpen || undefined} className="group">
        <summary className={rowClass}>{row}</summary>
        <form method="post" action={`/desk?index&event=${eventId}`}>
          <input type="hidden" name="table" value={number} />
          <ul className="mb-3 pl-9.5">
            {diners.map((diner) => (
              <DeskDiner
                key={diner.bookingId}
                eventId={eventId}
                diner={diner}
                canRecord={canRecord}
                isAtDoor={isAtDoor}
              />
            ))}
            {walkIns.map((name, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two can have one name
              <li key={i} className="flex min-h-15 items-center justify-between border-t border-line py-1.5">
                <span className="font-strong">{name} (walk-in)</span>
                <SmallLink
                  href={planHref("booking walk-in-remove", {
                    event: eventId,
                    table: String(number),
                    firstName: name,
                  })}
                  label={`Remove ${name}`}
                >
                  ×
                </SmallLink>
              </li>
            ))}
          </ul>
          <div className="mb-4 flex flex-wrap gap-2 pl-9.5">
            {canRecord && diners.some(({ presence }) => presence !== "here") && (
              <>
                <HereButton value={`table:${number}`}>All here</HereButton>
                <HeadCount table={table} />
              </>
            )}
            <SmallLink href={operationHref("message send", { event: eventId, table: String(number) })}>
              <Sign name="send" /> Message table {number}
            </SmallLink>
            {!isAtDoor && diners.length > 0 && (
              <SmallLink href={operationHref("table show", { event: eventId, number: String(number) })}>
                What each eats
              </SmallLink>
            )}
            {canRecord && freeSeats > 0 && (
              <SmallLink href={operationHref("booking walk-in", { event: eventId, table: String(number) })}>
                + Walk-in
              </SmallLink>
            )}
          </div>
        </form>
      </details>
    </li>
  );
}

function DeskDiner({
  eventId,
  diner,
  canRecord,
  isAtDoor,
}: {
  eventId: string;
  diner: EveningDiner;
  canRecord: boolean;
  isAtDoor: boolean;
}) {
  const { bookingId, name, presence, lateMinutes } = diner;
  return (
    <li className="grid min-h-15 grid-cols-[1fr_auto] items-center gap-2 border-t border-line py-1.5">
      <span>
        <PersonLink userId={diner.userId} isAtDoor={isAtDoor}>
          {name}
        </PersonLink>
        <span className={`block text-small ${toneOf(presence).text}`}>{describePresence(diner)}</span>
      </span>
      <span className="flex flex-wrap justify-end gap-1.5">
        {canRecord && presence !== "here" && (
          <HereButton value={bookingId} label={`${name} is here`}>
            Here
          </HereButton>
        )}
        {canRecord && presence === "here" && diner.isSaidByOperator && (
          <HereButton value={`back:${bookingId}`} label={`Not here: ${name} is still on the way`}>
            Not here
          </HereButton>
        )}
        {canRecord && presence !== "here" && (
          <SmallLink
            href={operationHref("attendance late", { booking: bookingId })}
            label={lateMinutes ? `${name} isn’t late after all` : `${name} is late`}
          >
            Late
          </SmallLink>
        )}
        {canRecord && ["not here", "missing"].includes(presence) && (
          <SmallLink
            href={operationHref("attendance record", { event: eventId, missed: bookingId })}
            label={`Missing: ${name} didn’t come`}
          >
            Missing
          </SmallLink>
        )}
        {diner.phone && <CallLink name={name} phone={diner.phone} />}
        <MessageLink to={{ booking: bookingId }} label={`Message ${name}`} />
        <SmallLink href={`/desk/bookings/${bookingId}/move`} label={`Move ${name}`}>
          ⇄
        </SmallLink>
      </span>
    </li>
  );
}

/** For who can count heads, and doesn’t know names. */
const HeadCount = ({ table: { number, diners, counted } }: { table: EveningTable }) => (
  <div className="flex w-full flex-wrap items-center gap-1.5">
    <span className="w-full text-small text-ink-2">Or only how many are here:</span>
    {diners.map(({ bookingId }, i) => (
      <button
        key={bookingId}
        type="submit"
        name="here"
        value={`count:${number}:${i + 1}`}
        aria-pressed={counted === i + 1}
        aria-label={`${i + 1} of ${diners.length} are here at table ${number}`}
        className={`${smallClass} cursor-pointer aria-pressed:border-ink aria-pressed:bg-sunk`}
      >
        {i + 1}
      </button>
    ))}
  </div>
);

interface HereProps {
  value: string;
  label?: string;
  children: ReactNode;
}

/** The only click that changes something at once: who is there is taken back as quickly. */
const HereButton = ({ value, label, children }: HereProps) => (
  <button
    type="submit"
    name="here"
    value={value}
    aria-label={label}
    className={`${smallClass} cursor-pointer`}
  >
    {children}
  </button>
);
