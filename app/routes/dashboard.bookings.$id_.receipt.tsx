import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { ArrowLink } from "#app/components/button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { privatePage } from "#app/components/page.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { notFound } from "#app/http/responses.ts";
import { changeMakerNames } from "#app/lib/booking/booking-states.ts";
import { eventDateAndTime } from "#app/lib/dates.ts";
import { readMatchRecord } from "#app/models/seating/match-records.server.ts";

export const meta = () => privatePage("How the tables were made");

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const { db, timeZone } = context;
  const [, record] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readMatchRecord(db, userIdIfSignedIn(context), id)),
  ]);
  if (!record) throw notFound();
  const format = (date: Date) => eventDateAndTime(date, record, timeZone);
  return json({
    id,
    date: format(record.date),
    writtenAt: format(record.writtenAt),
    entryCount: record.entryCount,
    entriesHash: record.entriesHash,
    rules: `Version ${record.rulesVersion}${record.mayMeetAgain ? "; people who have met before may meet again if there is no other way" : ""}`,
    resultHash: record.resultHash,
    hasOwnEntry: record.ownKey !== undefined,
    changes: record.changes.map(({ what, madeBy, at }) => ({
      what,
      details: `${format(at)}, by ${changeMakerNames[madeBy]}`,
    })),
  });
}

export default function Receipt() {
  const receipt = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-measure gap-8">
      <header>
        <a
          href={`/dashboard/bookings/${receipt.id}`}
          className="mb-6 -ml-1 inline-flex min-h-target items-center gap-2 px-1 text-ink-2"
        >
          <Icon name="back" className="size-5" />
          Details
        </a>
        <h1 className="display text-1">How the tables were made</h1>
        <p className="mt-3 text-lead text-ink-2">
          With this receipt you can check that your entry and your table are part of what we recorded when the
          tables were made.
        </p>
      </header>
      <dl className="grid border-t border-line lg:grid-cols-[11rem_1fr]">
        <ReceiptRow name="Dinner">{receipt.date}</ReceiptRow>
        <ReceiptRow name="Recorded">{receipt.writtenAt}</ReceiptRow>
        <ReceiptRow name="Rules">{receipt.rules}</ReceiptRow>
        <ReceiptRow name="Seed">Derived from the dinner’s id, which existed before anybody booked</ReceiptRow>
      </dl>
      <details className="-mt-8 border-b border-line">
        <summary className="cursor-pointer py-3 text-small font-strong">Fingerprints (hashes)</summary>
        <dl className="grid border-t border-line lg:grid-cols-[11rem_1fr] [&>:last-child]:border-b-0 lg:[&>:nth-last-child(2)]:border-b-0">
          <ReceiptRow name={`All ${receipt.entryCount} entries`} isHash>
            {receipt.entriesHash}
          </ReceiptRow>
          <ReceiptRow name="Result" isHash={receipt.resultHash !== null}>
            {receipt.resultHash ?? "Not available yet"}
          </ReceiptRow>
          <ReceiptRow name="Your entry and table">In the file below, with all the others</ReceiptRow>
        </dl>
      </details>
      <section>
        <h2 className="border-b border-line pb-2 text-small font-strong">Changes since then</h2>
        {receipt.changes.length === 0 ? (
          <p className="py-3 text-ink-2">None. Any manual change is listed here.</p>
        ) : (
          <ul>
            {receipt.changes.map(({ what, details }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same line may come twice, and the list never changes
              <li key={i} className="border-b border-line py-3">
                {what} <span className="block text-small text-ink-2">{details}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="grid gap-3 text-ink-2">
        <h2 className="text-small font-strong text-ink">What this shows, and what it doesn’t</h2>
        <p>
          Before we made the tables, we recorded a fingerprint (hash) of everybody’s entry, and then one of
          every table. The same entries and rules always give the same tables.
        </p>
        <p>
          {receipt.hasOwnEntry
            ? "The file has your entry, but not whom you avoid or have met, so that it says nothing about other people."
            : "We no longer keep your entry, only its fingerprint."}{" "}
          It can’t show whether somebody invented diners or left out a change. To be surer, compare your file
          with the others at your table. Also keep the email that you got when the tables were made: its
          headers have the fingerprint of all entries.
        </p>
      </section>
      <p>
        <ArrowLink href={`/dashboard/bookings/${receipt.id}/receipt.json`}>
          {receipt.hasOwnEntry ? "Download this receipt with your entry" : "Download this receipt"}
        </ArrowLink>
      </p>
    </div>
  );
}

interface ReceiptRowProps {
  name: string;
  isHash?: boolean;
  children: string;
}

const ReceiptRow = ({ name, isHash = false, children }: ReceiptRowProps) => (
  <>
    <dt className="pt-3 text-small font-strong lg:pr-8 lg:border-b lg:border-line lg:pb-3">{name}</dt>
    <dd
      className={`border-b border-line pb-3 [overflow-wrap:anywhere] text-ink-2 lg:pt-3 ${isHash ? "font-mono text-small" : ""}`}
    >
      {children}
    </dd>
  </>
);
