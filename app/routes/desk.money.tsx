import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page.tsx";
import { DepositRow } from "#app/desk/deposit-row.tsx";
import {
  DeskFigures,
  DeskHeading,
  DeskLink,
  DeskSection,
  operationHref,
  Pager,
} from "#app/desk/desk-parts.tsx";
import { loadMoney, type MoneyView } from "#app/desk/money.server.ts";
import { requireRole } from "#app/desk/operator.server.ts";
import { personHref } from "#app/desk/people.tsx";

export const meta = () => privatePage("Money");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(request, context, "owner");
  return json(await loadMoney(context, new URL(request.url).searchParams.get("page")));
}

export default function DeskMoney() {
  const { days, areOffered, sums, parked, deposits, months, page, hasMore } = useLoaderData<typeof loader>();
  return (
    <>
      <DeskHeading title="Money">Deposits of the last {days} days.</DeskHeading>
      {!areOffered && (
        <p className="mb-6 max-w-measure border-l-2 border-saffron pl-4">
          This club takes no deposits: it has no keys of Stripe.
        </p>
      )}
      {parked.length > 0 && (
        <DeskSection title="Stripe refused these refunds" aside={parked.length}>
          <DepositList deposits={parked} />
        </DeskSection>
      )}
      {sums.map(({ currency, total, figures }) => (
        <section key={currency} aria-label={`In ${currency}`}>
          <p className="mb-2 text-small text-ink-2">{total}</p>
          <DeskFigures figures={figures} />
        </section>
      ))}
      <DeskSection title="By name" aside={page > 1 ? `Page ${page}` : undefined}>
        {deposits.length === 0 && (
          <p className="py-3 text-small text-ink-2">
            {page > 1 ? "There are no more." : `Nobody was asked for a deposit in the last ${days} days.`}
          </p>
        )}
        <DepositList deposits={deposits} />
      </DeskSection>
      <p className="mb-7 flex flex-wrap gap-2">
        <DeskLink href={operationHref("deposit list")}>All deposits</DeskLink>
      </p>
      <DeskSection title="For the accountant">
        <form action="/desk/money.csv" className="flex flex-wrap items-end gap-3 py-3">
          <label className="grid gap-1 text-small">
            Month
            <select name="month" className="min-h-11 rounded-paper border border-line-strong bg-surface px-3">
              {months.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <Button size="small">Payments, refunds and disputes as CSV</Button>
        </form>
      </DeskSection>
      <Pager page={page} first={1} hasMore={hasMore} hrefOf={(at) => `/desk/money?page=${at}`} />
    </>
  );
}

const DepositList = ({ deposits }: { deposits: MoneyView["deposits"] }) => (
  <ul>
    {deposits.map((deposit) => (
      <DepositRow
        key={deposit.id}
        deposit={deposit}
        title={
          <span className="wrap-anywhere">
            {deposit.userId ? (
              <a href={personHref(deposit.userId)} className="hover:underline">
                {deposit.name || "No name"}
              </a>
            ) : (
              "A deleted account"
            )}
            , {deposit.amount}
            <span className="block text-small font-[420] text-ink-2">
              for{" "}
              {deposit.eveningId ? (
                <a href={`/desk/evenings/${deposit.eveningId}`} className="hover:underline">
                  {deposit.evening}
                </a>
              ) : (
                deposit.evening
              )}
            </span>
          </span>
        }
      />
    ))}
  </ul>
);
