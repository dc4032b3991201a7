import { Button } from "#app/components/button.tsx";
import { HostStep } from "./parts.tsx";
import type { StepProps } from "./step-props.ts";
import { describeHere } from "./views.ts";

export function Missing({ view, action, backHref }: StepProps<"missing">) {
  return (
    <HostStep {...view} step="The others didn’t come" backHref={backHref}>
      <p className="text-ink-2">
        Leave the box checked for everybody who isn’t here. We’ll ask them about it tomorrow. If somebody
        still comes, check them in on the previous page: that counts.
      </p>
      <form method="post" action={action} className="grid gap-5">
        <ul className="rounded-paper border border-line bg-surface">
          {view.guests.map(({ bookingId, firstName, table, hereByOthers, lateMinutes }) => (
            <li key={bookingId} className="border-line not-first:border-t">
              <label className="grid min-h-13 cursor-pointer grid-cols-[1.5rem_1fr_auto] items-center gap-3.5 px-4 py-1">
                <input
                  type="checkbox"
                  name="missing"
                  value={bookingId}
                  defaultChecked={!hereByOthers}
                  className="size-6 accent-(--color-green-text)"
                />
                <span className="text-[1.125rem] font-strong">{firstName}</span>
                <span className="text-right text-small text-ink-2">
                  table {table}
                  {hereByOthers
                    ? `, ${describeHere(hereByOthers)}`
                    : lateMinutes
                      ? `, ${lateMinutes} min late`
                      : ""}
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
