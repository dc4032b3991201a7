import { Fragment } from "react";
import { Button, buttonClass, QuietLink } from "#app/components/button.tsx";
import { Sign } from "#app/components/icon.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { telephoneLink } from "#app/lib/event/safety.ts";
import { circleClass, HostHeading, QuietButton, tickClass } from "./parts.tsx";
import { allOf, describeHere, type GuestView, type TableView, type ViewOf } from "./views.ts";

export function HostTables({ view, action }: { view: ViewOf<"tables">; action: string }) {
  const { tables, guestCount, hereCount, lateCount, savedAt, canReport, canMove, hasBegun } = view;
  const shown = tables.flatMap(({ guests }) => guests.filter(({ isTicked }) => isTicked));
  const figures = [
    [tables.filter(({ guestCount, walkIns }) => guestCount + walkIns.length > 0).length, "tables"],
    [guestCount, "guests"],
    [hereCount, "here"],
    [lateCount, "late"],
  ] as const;
  return (
    <form method="post" action={action} data-ticks>
      <HostHeading {...view} />
      <p className="flex flex-wrap items-center gap-x-3 text-small text-ink-2">
        As of {view.asOf}{" "}
        {canReport ? (
          <QuietButton intent="save">Save and refresh</QuietButton>
        ) : (
          <QuietLink href={action}>Refresh</QuietLink>
        )}
      </p>
      {view.restaurant.map((line) => (
        <p key={line} className="text-small text-ink-2">
          {line}
        </p>
      ))}
      <dl className="mt-4 flex flex-wrap justify-between border-y border-line lg:max-w-128">
        {figures.map(([count, name]) => (
          <div
            key={name}
            className="flex flex-col-reverse justify-end grow border-l border-line px-3.5 py-3 first:border-0 first:pl-0"
          >
            <dt className="text-small text-ink-2">{name}</dt>
            <dd className="display figures text-[2rem]/none tracking-[-0.02em]">{count}</dd>
          </div>
        ))}
      </dl>
      {/* Without this button, Enter would press the first button of the form. */}
      <button type="submit" name="intent" value="save" hidden />
      <Actions view={view} />
      <input type="hidden" name="shown" value={shown.map(({ bookingId }) => bookingId).join(",")} />
      <div
        className={`mt-5 grid gap-5 ${tables.length > 2 ? "lg:grid-cols-3" : tables.length > 1 ? "lg:grid-cols-2" : "lg:max-w-128"}`}
      >
        {tables.map((table) => (
          <HostTableCard key={table.id} table={table} {...{ canReport, canMove, hasBegun }} />
        ))}
      </div>
      {tables.length === 0 && <p className="py-8 text-ink-2">This dinner has no tables here.</p>}
      {view.left.length > 0 && (
        <section className="mt-6 mb-8 max-w-measure">
          <h2 className="border-b border-ink pb-2 font-strong">Where your guests went</h2>
          <dl>
            {view.left.map(({ place, firstNames }) => (
              <div key={place} className="border-b border-line py-3">
                <dt className="font-strong">{place ?? "Without a seat"}</dt>
                <dd className="text-ink-2">{firstNames.join(", ")}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {!canReport && (
        <p className="mt-5 mb-12 max-w-measure text-ink-2">
          It’s decided who came, so you can’t check anybody in or out anymore. If something is wrong,{" "}
          <a href="/contact" className="underline underline-offset-[0.22em]">
            write to us
          </a>
          .
        </p>
      )}
      {canReport && guestCount > 0 && (
        <div className="sticky bottom-0 z-10 mt-5 -mx-(--spacing-gutter) grid grid-cols-[1fr_auto] items-center gap-4 border-t border-line bg-surface px-gutter py-3 lg:bottom-4 lg:mx-0 lg:mb-8 lg:rounded-paper lg:border lg:px-6 lg:py-4 lg:shadow-card">
          <p>
            <span
              data-count={guestCount}
              className="display block text-[1.1875rem]/[1.25] lg:text-[1.5rem]/[1.25]"
            >
              {hereCount} of {guestCount} here
            </span>{" "}
            <span data-saved className="text-small text-ink-2" role="status">
              {savedAt && `Saved at ${savedAt}`}
            </span>
          </p>
          <Button variant="primary" name="intent" value="save" className="min-w-32">
            Save
          </Button>
        </div>
      )}
    </form>
  );
}

const actionClass = buttonClass({ size: "small" }, "px-1! min-h-12!");

/** Two beside each other, wherever their words fit. */
function Actions({ view: { messages, messagesLeft, tables, canReportMissing } }: { view: ViewOf<"tables"> }) {
  const tableCount = tables.filter(({ guestCount }) => guestCount > 0).length;
  const canMessage = messagesLeft > 0 && tableCount > 0;
  if (!canMessage && !canReportMissing && messages.length === 0) return null;
  return (
    <div className="mt-5 grid gap-3 lg:max-w-128">
      {(canMessage || canReportMissing) && (
        <p className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2.5">
          {canMessage && (
            <button type="submit" name="intent" value="view:message" className={actionClass}>
              Message {allOf(tableCount, { one: "your table", many: "tables" })}
            </button>
          )}{" "}
          {canReportMissing && (
            <button type="submit" name="intent" value="view:missing" className={actionClass}>
              Who didn’t come?
            </button>
          )}
        </p>
      )}
      {messagesLeft === 0 && (
        <p className="text-small text-ink-2">You’ve sent all 3 messages for this evening.</p>
      )}
      {messages.map(({ text, sentAt }) => (
        <p key={sentAt + text} className="text-small text-ink-2">
          Sent at {sentAt}: “{text}”
        </p>
      ))}
    </div>
  );
}

interface CardProps {
  table: TableView;
  canReport: boolean;
  canMove: boolean;
  hasBegun: boolean;
}

function HostTableCard({ table, canReport, canMove, hasBegun }: CardProps) {
  const { number, guests, walkIns, hereCount, guestCount, diets, allergies, stepFreeCount } = table;
  const seats = bookingSeats.confirmed.map((_, i) =>
    i < hereCount + walkIns.length ? ("taken" as const) : ("free" as const),
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
          {hereCount + walkIns.length} of {guestCount + walkIns.length} here
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
        {walkIns.map((firstName, i) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two can have one name
            key={i}
            className="grid min-h-13 grid-cols-[2rem_1fr] items-center gap-3.5 border-line px-4 py-1 not-first:border-t"
          >
            <span className="text-green-text">
              <Sign name="check" />
            </span>
            <span className="text-[1.125rem] font-strong">{firstName} (walk-in)</span>
          </li>
        ))}
        {guests.length + walkIns.length === 0 && (
          <li className="px-4 py-3.5 text-ink-2">Nobody sits here.</li>
        )}
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
        <span className="text-green-text">{guest.isHere && <Sign name="check" />}</span>
        <span className={`text-[1.125rem] font-strong ${canceled ? "text-ink-2 line-through" : ""}`}>
          {firstName}
        </span>{" "}
        <GuestState guest={guest} />
      </li>
    );
  return (
    <li className="flex items-center border-line not-first:border-t">
      <label className={`${row} relative min-w-0 grow cursor-pointer has-focus-visible:bg-sunk`}>
        <input
          type="checkbox"
          name="here"
          value={bookingId}
          defaultChecked={isTicked}
          data-here-anyway={(guest.isHere && (guest.hereByOthers !== null || !isTicked)) || undefined}
          className={tickClass}
        />
        <span
          className={`${circleClass} peer-checked:border-green-text peer-checked:bg-green-text ${guest.isHere && !isTicked ? "border-green-text text-green-text" : "border-line-strong text-transparent"}`}
        >
          <Sign name="check" />
        </span>
        <span className="text-[1.125rem] font-strong">{firstName}</span> <GuestState guest={guest} />
      </label>
      {guest.phone && (
        <a
          href={telephoneLink(guest.phone)}
          aria-label={`Call ${firstName}`}
          className="grid size-target shrink-0 place-items-center text-ink-2"
        >
          <Sign name="phone" />
        </a>
      )}
    </li>
  );
}

function GuestState({ guest }: { guest: GuestView }) {
  const { isTicked, hereByOthers, isReportedMissing, isHere, canceled, lateMinutes } = guest;
  if (canceled) return <span className="text-small text-ink-2">can’t come</span>;
  if (isHere)
    return (
      <span className="text-small font-strong text-green-text">
        {isTicked || !hereByOthers ? "here" : describeHere(hereByOthers)}
      </span>
    );
  if (isTicked) return <span className="text-small text-ink-2">not here, says the club</span>;
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
