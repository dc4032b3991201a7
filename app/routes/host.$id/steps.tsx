import { Banner } from "#app/components/banner.tsx";
import { Button, buttonClass } from "#app/components/button.tsx";
import { describeHostMessage } from "#app/emails/host-message.tsx";
import type { MessageDraft } from "./act.server.ts";
import { HostStep } from "./parts.tsx";
import type { HostView, ViewOf } from "./views.ts";

interface StepProps<Is extends HostView["is"]> {
  view: ViewOf<Is>;
  /** Where forms go: the page itself. */
  action: string;
  backHref: string;
  /** The page with another query. */
  toHref(search: Record<string, string>): string;
  draft: MessageDraft | undefined;
}

type StepView = ViewOf<"missing" | "message" | "move" | "confirm move" | "close">;

type AnyStepProps = Omit<StepProps<StepView["is"]>, "view"> & { view: StepView };

/** The page of one thing that a host does. */
export function HostStepOf(props: AnyStepProps) {
  const { view } = props;
  switch (view.is) {
    case "missing":
      return <Missing {...props} view={view} />;
    case "message":
      return <Message {...props} view={view} />;
    case "move":
      return <Move {...props} view={view} />;
    case "confirm move":
      return <ConfirmMove {...props} view={view} />;
    case "close":
      return <Close {...props} view={view} />;
  }
}

const people = (count: number) => (count === 1 ? "one person" : `${count} people`);

const names = new Intl.ListFormat("en-GB");

function Missing({ view, action, backHref }: StepProps<"missing">) {
  return (
    <HostStep {...view} step="The others didn’t come" backHref={backHref}>
      <p className="text-ink-2">
        Keep the tick for everybody who isn’t here. We’ll ask them about it tomorrow. If somebody still comes,
        tick them on the page before: that counts.
      </p>
      <form method="post" action={action} className="grid gap-5">
        <ul className="rounded-paper border border-line bg-surface">
          {view.guests.map(({ bookingId, firstName, table, hasCheckedIn, lateMinutes }) => (
            <li key={bookingId} className="border-line not-first:border-t">
              <label className="grid min-h-13 cursor-pointer grid-cols-[1.5rem_1fr_auto] items-center gap-3.5 px-4 py-1">
                <input
                  type="checkbox"
                  name="missing"
                  value={bookingId}
                  defaultChecked={!hasCheckedIn}
                  className="size-6 accent-(--color-green-text)"
                />
                <span className="text-[1.125rem] font-strong">{firstName}</span>
                <span className="text-right text-small text-ink-2">
                  table {table}
                  {hasCheckedIn ? ", checked in" : lateMinutes ? `, ${lateMinutes} min late` : ""}
                </span>
              </label>
            </li>
          ))}
        </ul>
        <p>
          <Button variant="primary" name="intent" value="missing">
            They didn’t come
          </Button>
        </p>
      </form>
    </HostStep>
  );
}

const timesLeft = ["no message", "1 message", "2 messages", "3 messages"];

function Message({ view, action, backHref, draft }: StepProps<"message">) {
  const { guestCount, messagesLeft, venueName } = view;
  const to = guestCount === 1 ? "one guest" : `all ${guestCount} guests`;
  if (messagesLeft === 0 || guestCount === 0)
    return (
      <HostStep {...view} step="Message" backHref={backHref}>
        <p className="text-ink-2">
          {guestCount === 0
            ? "Nobody is booked here tonight."
            : "You’ve sent all 3 messages for this evening."}
        </p>
      </HostStep>
    );
  if (draft?.isReady) {
    const { subject, paragraphs, closing } = describeHostMessage(draft.text, venueName);
    return (
      <HostStep {...view} step="This is what they get" backHref={backHref}>
        <div className="grid gap-3 rounded-paper border border-line bg-surface p-5">
          <p className="text-label text-ink-2">Email to {to}</p>
          <p className="display text-3">{subject}</p>
          {paragraphs.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat
            <p key={i}>{line}</p>
          ))}
          <p className="text-small text-ink-2">{closing}</p>
        </div>
        <form method="post" action={action} className="flex flex-wrap gap-3">
          <input type="hidden" name="id" value={draft.id} />
          <input type="hidden" name="text" value={draft.text} />
          <Button variant="primary" name="intent" value="send">
            Send to {to}
          </Button>
          <Button name="intent" value="edit">
            Change it
          </Button>
        </form>
      </HostStep>
    );
  }
  return (
    <HostStep {...view} step="Message to your guests" backHref={backHref}>
      <p className="text-ink-2">
        We’ll email it to {to} at {venueName}. You can send {timesLeft[messagesLeft]} this evening, and you’ll
        see each one first.
      </p>
      <form method="post" action={action} className="grid gap-4">
        {draft?.problem && (
          <Banner variant="error" focusFor={draft}>
            {draft.problem}
          </Banner>
        )}
        <label className="grid gap-2">
          <span className="text-label font-strong text-ink-2">Your message, up to 500 characters</span>
          <textarea
            name="text"
            rows={5}
            maxLength={500}
            required
            defaultValue={draft?.text}
            placeholder="We are in the back room tonight."
            className="w-full rounded-paper border border-line-strong bg-surface p-3 placeholder:text-ink-3"
          />
        </label>
        <p>
          <Button variant="primary" name="intent" value="preview">
            Look at it first
          </Button>
        </p>
      </form>
    </HostStep>
  );
}

function Move({ view, backHref, toHref }: StepProps<"move">) {
  const { table, guests, mustBeEmptied } = view;
  return (
    <HostStep {...view} step={`Move somebody from table ${table}`} backHref={backHref}>
      {mustBeEmptied ? (
        <>
          <p>
            Before dinner, a table with fewer than {guests.length} people is closed. You can move everybody at
            table {table} together.
          </p>
          <p>
            <a href={toHref({ view: "close", table: String(table) })} className={buttonClass({})}>
              Close table {table}
            </a>
          </p>
        </>
      ) : (
        <>
          <p className="text-ink-2">Only tables where they can sit are shown. Nothing happens yet.</p>
          <ul className="rounded-paper border border-line bg-surface">
            {guests.map(({ bookingId, firstName, tables }) => (
              <li key={bookingId} className="grid gap-1 border-line px-4 py-3 not-first:border-t">
                <p className="text-[1.125rem] font-strong">{firstName}</p>
                {tables.length === 0 ? (
                  <p className="text-small text-ink-2">No seat at another table.</p>
                ) : (
                  <p className="flex flex-wrap gap-2">
                    {tables.map((number) => (
                      <a
                        key={number}
                        href={toHref({
                          view: "move",
                          table: String(table),
                          booking: bookingId,
                          to: String(number),
                        })}
                        className={buttonClass({ size: "small" })}
                      >
                        <span className="sr-only">{firstName} </span>to table {number}
                      </a>
                    ))}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </HostStep>
  );
}

function ConfirmMove({ view, action, backHref }: StepProps<"confirm move">) {
  const { bookingId, firstName, from, to, getsEmail } = view;
  return (
    <HostStep {...view} step={`Move ${firstName} to table ${to.number}?`} backHref={backHref}>
      <p>
        Table {from.number} then has {people(from.countAfter)}, and table {to.number} has{" "}
        {people(to.countAfter)}.{" "}
        {getsEmail
          ? `${firstName} gets an email.`
          : `Tell ${firstName} yourself: dinner has begun, so we send no email.`}
      </p>
      <form method="post" action={action}>
        <input type="hidden" name="from" value={from.id} />
        <input type="hidden" name="to" value={to.id} />
        <Button variant="primary" name="intent" value={`move:${bookingId}`}>
          Move {firstName}
        </Button>
      </form>
    </HostStep>
  );
}

function Close({ view, action, backHref }: StepProps<"close">) {
  const { table, tableId, guestCount, moves, withoutSeat, plan, isClosedToNewcomers, hasBegun } = view;
  return (
    <HostStep {...view} step={`Close table ${table}?`} backHref={backHref}>
      <form method="post" action={action} className="grid gap-4">
        {guestCount > 0 && !isClosedToNewcomers && (
          <Choice title="Seat nobody new">
            <p className="text-ink-2">
              {guestCount === 1 ? "The one who sits" : `The ${guestCount} who sit`} here{" "}
              {guestCount === 1 ? "stays" : "stay"}. Nobody else gets a seat at this table.
            </p>
            <p>
              <Button name="intent" value={`newcomers:${tableId}`}>
                Seat nobody new
              </Button>
            </p>
          </Choice>
        )}
        <Choice title={guestCount > 0 ? "Empty it" : "Close it"}>
          {guestCount === 0 ? (
            <p className="text-ink-2">Nobody sits here, and nobody will.</p>
          ) : withoutSeat.length > 0 ? (
            <p className="text-ink-2">
              Not possible:{" "}
              {withoutSeat.length === guestCount
                ? "there aren’t enough free seats at the other tables."
                : `${names.format(withoutSeat)} ${withoutSeat.length === 1 ? "has" : "have"} no seat at another table.`}
            </p>
          ) : (
            <>
              <ul>
                {moves.map(({ table: number, firstNames }) => (
                  <li key={number}>
                    {names.format(firstNames)} {firstNames.length === 1 ? "moves" : "move"} to table {number}.
                  </li>
                ))}
              </ul>
              <p className="text-ink-2">
                {hasBegun
                  ? "Tell them yourself: dinner has begun, so we send no email."
                  : "Each gets an email."}
              </p>
            </>
          )}
          {withoutSeat.length === 0 && (
            <p>
              <input type="hidden" name="plan" value={plan} />
              <Button variant="dark" name="intent" value={`empty:${tableId}`}>
                {guestCount > 0 ? `Move them and close table ${table}` : `Close table ${table}`}
              </Button>
            </p>
          )}
        </Choice>
      </form>
      <p className="text-small text-ink-2">
        {hasBegun
          ? "You can open it again."
          : "You can undo “Seat nobody new”. An empty table can be opened again once dinner has begun."}
      </p>
    </HostStep>
  );
}

const Choice = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section className="grid gap-3 rounded-paper border border-line bg-surface p-5">
    <h2 className="display text-3">{title}</h2>
    {children}
  </section>
);
