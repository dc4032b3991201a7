import { Button, ButtonLink } from "#app/components/button.tsx";
import { HostStep } from "./parts.tsx";
import type { StepProps } from "./step-props.ts";

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
              <li key={bookingId} className="grid gap-1 border-line px-4 py-3 not-first:border-t">
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
                        <span className="sr-only">{firstName} </span>to table {number}
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
        <Button variant="primary" name="intent" value={`move:${bookingId}`}>
          Move {firstName}
        </Button>
      </form>
    </HostStep>
  );
}
