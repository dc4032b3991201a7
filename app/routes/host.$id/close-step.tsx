import { Button } from "#app/components/button.tsx";
import { HostStep } from "./parts.tsx";
import type { StepProps } from "./step-props.ts";

const names = new Intl.ListFormat("en-GB");

export function Close({ view, action, backHref }: StepProps<"close">) {
  const { table, tableId, guestCount, moves, withoutSeat, plan, isClosedToNewcomers, hasBegun } = view;
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
            <p>
              <Button name="intent" value={`newcomers:${tableId}`}>
                Don’t seat anybody else
              </Button>
            </p>
          </Choice>
        )}
        <Choice title={guestCount > 0 ? "Empty this table" : "Close this table"}>
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
          : "You can undo “Don’t seat anybody else”. If you close an empty table, you can open it again once dinner has begun."}
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
