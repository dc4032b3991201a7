import { Button, QuietLink } from "#app/components/button.tsx";
import { Sign } from "#app/components/icon.tsx";
import { HostHeading, QuietButton } from "./parts.tsx";
import { HostTableCard } from "./table-card.tsx";
import { sayAll, type ViewOf } from "./views.ts";

export function HostTables({ view, action }: { view: ViewOf<"tables">; action: string }) {
  const { tables, guestCount, hereCount, lateCount, savedAt, canReport, canMove, hasBegun } = view;
  const shown = tables.flatMap(({ guests }) => guests.filter(({ isTicked }) => isTicked));
  const figures = [
    [tables.filter(({ guestCount }) => guestCount > 0).length, "tables"],
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
      <dl className="mt-4 grid grid-cols-4 border-y border-line lg:max-w-128">
        {figures.map(([count, name]) => (
          <div
            key={name}
            className="flex flex-col-reverse justify-end border-l border-line py-3 pl-3.5 first:border-0 first:pl-0"
          >
            <dt className="text-small text-ink-2">{name}</dt>
            <dd className="display figures text-[2rem]/none tracking-[-0.02em]">{count}</dd>
          </div>
        ))}
      </dl>
      {/* Without a button of its own, the first one would be pressed by Enter. */}
      <button type="submit" name="intent" value="save" hidden />
      <Messages view={view} />
      <input type="hidden" name="shown" value={shown.map(({ bookingId }) => bookingId).join(",")} />
      <div className="mt-5 grid gap-5 lg:grid-cols-3">
        {tables.map((table) => (
          <HostTableCard key={table.id} table={table} {...{ canReport, canMove, hasBegun }} />
        ))}
      </div>
      {tables.length === 0 && <p className="py-8 text-ink-2">This dinner has no tables here.</p>}
      {!canReport && (
        <p className="mt-5 mb-12 max-w-measure text-ink-2">
          It’s decided who came, so you can’t check anybody in or out anymore. If something is wrong,{" "}
          <a href="/contact" className="underline underline-offset-[0.22em]">
            write to us
          </a>
          .
        </p>
      )}
      {view.canReportMissing && (
        <p className="mt-4">
          <QuietButton intent="view:missing">The others didn’t come</QuietButton>
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
              {savedAt ? `Saved at ${savedAt}` : "You haven’t saved anything yet"}
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

function Messages({ view: { messages, messagesLeft, tables } }: { view: ViewOf<"tables"> }) {
  const tableCount = tables.filter(({ guestCount }) => guestCount > 0).length;
  if (tableCount === 0 && messages.length === 0) return null;
  return (
    <div className="border-b border-line lg:mb-5">
      {messagesLeft === 0 && (
        <p className="py-3 text-small text-ink-2">You’ve sent all 3 messages for this evening.</p>
      )}
      {messagesLeft > 0 && tableCount > 0 && (
        <button
          type="submit"
          name="intent"
          value="view:message"
          className="flex min-h-13 w-full cursor-pointer items-center gap-3 text-left font-strong"
        >
          <Sign name="send" />
          Message {sayAll(tableCount, { one: "your table", many: "tables" })}
        </button>
      )}
      {messages.map(({ text, sentAt }) => (
        <p key={sentAt + text} className="pb-3 text-small text-ink-2">
          Sent at {sentAt}: “{text}”
        </p>
      ))}
    </div>
  );
}
