import { Button, ButtonLink } from "#app/components/button.tsx";
import { capitalize } from "#app/lib/text.ts";
import { HostStep } from "./parts.tsx";
import type { StepProps } from "./views.ts";

const people = (count: number) => (count === 1 ? "one person" : `${count} people`);

export function Move({ view, backHref, toHref }: StepProps<"move">) {
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
            <ButtonLink href={toHref({ view: "close", table: String(table) })}>
              Close table {table}
            </ButtonLink>
          </p>
        </>
      ) : guests.every(({ tables, isInGroup }) => tables.length === 0 && !isInGroup) ? (
        <p>Nobody can move: no other table here has a seat for them.</p>
      ) : (
        <>
          <p className="text-ink-2">
            Only tables with a seat for them are shown. You confirm on the next page.
          </p>
          <ul className="rounded-paper border border-line bg-surface">
            {guests.map(({ bookingId, firstName, tables, isInGroup }) => (
              <li
                key={bookingId}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line px-4 py-2 not-first:border-t"
              >
                <p className="text-[1.125rem] font-strong">{firstName}</p>
                {tables.length === 0 ? (
                  <p className="text-small text-ink-2">
                    {isInGroup
                      ? "Can’t move alone. If you empty the table, everybody moves."
                      : "No seat at another table."}
                  </p>
                ) : (
                  <p className="flex flex-wrap gap-2">
                    {tables.map((number) => (
                      <ButtonLink
                        key={number}
                        href={toHref({
                          view: "move",
                          table: String(table),
                          booking: bookingId,
                          to: String(number),
                        })}
                        size="small"
                      >
                        to table {number}
                        <span className="sr-only">, {firstName}</span>
                      </ButtonLink>
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

export function ConfirmMove({ view, action, backHref }: StepProps<"confirm move">) {
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
        <Button variant="primary" name="intent" value={`move:${bookingId}`} className="w-full">
          Move {firstName}
        </Button>
      </form>
    </HostStep>
  );
}

const names = new Intl.ListFormat("en-GB");

export function Close({ view, action, backHref }: StepProps<"close">) {
  const { table, tableId, guestCount, moves, withoutSeat, plan, isClosedToNewcomers, hasBegun } = view;
  const obstacle =
    withoutSeat.length === 0
      ? null
      : withoutSeat.length === guestCount
        ? "there aren’t enough free seats at the other tables."
        : `${names.format(withoutSeat)} ${withoutSeat.length === 1 ? "has" : "have"} no seat at another table.`;
  if (obstacle && isClosedToNewcomers)
    return (
      <HostStep {...view} step={`Table ${table} can’t be emptied`} backHref={backHref}>
        <p className="text-lead">{capitalize(obstacle)}</p>
      </HostStep>
    );
  return (
    <HostStep
      {...view}
      step={isClosedToNewcomers && guestCount > 0 ? `Empty table ${table}?` : `Close table ${table}?`}
      backHref={backHref}
    >
      <form method="post" action={action} className="grid gap-4">
        {guestCount > 0 && !isClosedToNewcomers && (
          <Choice title="Don’t seat anybody else">
            <p className="text-ink-2">
              {guestCount === 1 ? "The one who sits" : `The ${guestCount} who sit`} here{" "}
              {guestCount === 1 ? "stays" : "stay"}. Nobody else gets a seat at this table.
            </p>
            <Button name="intent" value={`newcomers:${tableId}`}>
              Close for new diners
            </Button>
          </Choice>
        )}
        <Choice title={guestCount > 0 ? "Empty this table" : "Close this table"} isPossible={!obstacle}>
          {guestCount === 0 ? (
            <p className="text-ink-2">Nobody sits here, and nobody will.</p>
          ) : obstacle ? (
            <p className="text-ink-2">Not possible: {obstacle}</p>
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
          {!obstacle && (
            <>
              <input type="hidden" name="plan" value={plan} />
              <Button variant="dark" name="intent" value={`empty:${tableId}`}>
                {guestCount > 0 ? `Move them and close table ${table}` : `Close table ${table}`}
              </Button>
            </>
          )}
        </Choice>
      </form>
      <p className="text-small text-ink-2">
        {hasBegun
          ? "You can open it again."
          : "You can undo “Close for new diners”. If you close an empty table, you can open it again once dinner has begun."}
      </p>
    </HostStep>
  );
}

interface ChoiceProps {
  title: string;
  isPossible?: boolean;
  children: React.ReactNode;
}

const Choice = ({ title, isPossible = true, children }: ChoiceProps) => (
  <section
    className={`grid gap-3 rounded-paper border border-line p-5 ${isPossible ? "bg-surface" : "text-ink-2"}`}
  >
    <h2 className="display text-3">{title}</h2>
    {children}
  </section>
);
