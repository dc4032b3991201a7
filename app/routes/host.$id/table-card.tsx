import { Fragment } from "react";
import { Sign } from "#app/components/icon.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { QuietButton } from "./parts.tsx";
import { describeHere, type GuestView, type TableView } from "./views.ts";

interface CardProps {
  table: TableView;
  canReport: boolean;
  canMove: boolean;
  hasBegun: boolean;
}

export function HostTableCard({ table, canReport, canMove, hasBegun }: CardProps) {
  const { number, guests, hereCount, guestCount, diets, allergies, stepFreeCount } = table;
  const seats = bookingSeats.confirmed.map((_, i) =>
    i < hereCount ? ("taken" as const) : ("free" as const),
  );
  return (
    <section
      id={`table-${number}`}
      aria-labelledby={`name-${number}`}
      className="flex scroll-mt-4 flex-col rounded-paper border border-line bg-surface"
    >
      <header className="flex items-center justify-between gap-4 px-4 pt-3 pb-1">
        <h2 id={`name-${number}`} className="display figures text-[2.25rem]/none tracking-[-0.03em]">
          <span className="font-text text-[1rem] tracking-[0] text-ink-2">Table</span> {number}
        </h2>
        <p className="flex items-center gap-2.5 text-small font-strong">
          <TableDrawing seats={seats} stroke={4} className="size-8" />
          {hereCount} of {guestCount} here
        </p>
      </header>
      <div className="border-b border-line px-4 pt-1 pb-3 text-[1rem]">
        <Counts name="Diets" counts={diets} none="none" />
        {allergies.length > 0 && <Counts name="Allergies" counts={allergies} />}
        {stepFreeCount > 0 && <Counts name="Step-free access" counts={[String(stepFreeCount)]} />}
      </div>
      <ul className="grow">
        {guests.map((guest) => (
          <Guest key={guest.bookingId} guest={guest} canReport={canReport} />
        ))}
        {guests.length === 0 && <li className="px-4 py-3.5 text-ink-2">Nobody sits here.</li>}
      </ul>
      <TableFooter table={table} canMove={canMove} hasBegun={hasBegun} />
    </section>
  );
}

const Counts = ({ name, counts, none }: { name: string; counts: string[]; none?: string }) => (
  <p>
    <span className="mr-1 text-ink-2">{name}</span>{" "}
    {counts.map((count, i) => (
      <Fragment key={count}>
        {i > 0 && " · "}
        <span className="whitespace-nowrap">{count}</span>
      </Fragment>
    ))}
    {counts.length === 0 && none}
  </p>
);

function Guest({ guest, canReport }: { guest: GuestView; canReport: boolean }) {
  const { bookingId, firstName, isTicked, canceled } = guest;
  const row = "grid min-h-13 grid-cols-[2rem_1fr_auto] items-center gap-3.5 px-4 py-1";
  if (canceled || !canReport)
    return (
      <li className={`${row} border-line not-first:border-t`}>
        <span className="text-green-text">{isTicked && <Sign name="check" />}</span>
        <span className={`text-[1.125rem] font-strong ${canceled ? "text-ink-2 line-through" : ""}`}>
          {firstName}
        </span>{" "}
        <GuestState guest={guest} />
      </li>
    );
  return (
    <li className="border-line not-first:border-t">
      <label className={`${row} relative cursor-pointer has-focus-visible:bg-sunk`}>
        <input
          type="checkbox"
          name="here"
          value={bookingId}
          defaultChecked={isTicked}
          data-here-anyway={guest.hereByOthers !== null || undefined}
          className="peer absolute inset-0 size-full cursor-pointer opacity-0"
        />
        <span className="grid size-[30px] place-items-center rounded-round border border-line-strong text-transparent peer-checked:border-green-text peer-checked:bg-green-text peer-checked:text-surface peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus">
          <Sign name="check" />
        </span>
        <span className="text-[1.125rem] font-strong">{firstName}</span> <GuestState guest={guest} />
      </label>
    </li>
  );
}

function GuestState({ guest }: { guest: GuestView }) {
  const { isTicked, hereByOthers, isReportedMissing, canceled, lateMinutes } = guest;
  if (canceled) return <span className="text-small text-ink-2">can’t come</span>;
  if (isTicked || hereByOthers)
    return (
      <span className="text-small font-strong text-green-text">
        {isTicked || !hereByOthers ? "here" : describeHere(hereByOthers)}
      </span>
    );
  if (isReportedMissing) return <span className="text-small text-ink-2">didn’t come</span>;
  if (lateMinutes)
    return (
      <span className="inline-flex min-h-7 items-center gap-1.5 rounded-round bg-saffron-wash px-2.5 text-small font-strong text-saffron-text">
        <Sign name="clock" className="size-4" />
        {lateMinutes} min late
      </span>
    );
  return <span />;
}

const closedSentences = {
  "no newcomers": "We won’t seat anybody else here.",
  "closed by host": "Closed. Nobody sits here.",
  "closed by club": "We closed this table.",
};

function TableFooter({ table, canMove, hasBegun }: Omit<CardProps, "canReport">) {
  const { id, number, state, guestCount } = table;
  const isClosed = state === "closed by host" || state === "closed by club";
  const takesNobodyNew = state === "no newcomers";
  if (state === "open" && !canMove) return null;
  return (
    <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-5 border-t border-line px-4 py-1">
      {state !== "open" && <p className="text-label text-ink-2">{closedSentences[state]}</p>}
      {canMove && (takesNobodyNew || (state === "closed by host" && hasBegun)) && (
        <QuietButton intent={`open:${id}`}>Open again</QuietButton>
      )}{" "}
      {canMove && !isClosed && (!takesNobodyNew || guestCount > 0) && (
        <QuietButton intent={`view:close-${number}`}>
          {takesNobodyNew ? "Empty this table" : "Close this table"}
        </QuietButton>
      )}{" "}
      {canMove && guestCount > 0 && <QuietButton intent={`view:move-${number}`}>Move somebody</QuietButton>}
    </div>
  );
}
