import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { ArrowLink } from "#app/components/button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { privatePage } from "#app/components/page.tsx";
import { bookingSeats, type Seat, seatsWithTaken, TableDrawing } from "#app/components/table-drawing.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { notFound } from "#app/http/responses.ts";
import { changeMakerNames } from "#app/lib/booking/booking-states.ts";
import { eventDateAndTime } from "#app/lib/dates.ts";
import { readMatchRecord, type ShownRecord } from "#app/models/seating/match-records.server.ts";

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
    tableCount: record.tableCount,
    reasons: listReasons(record),
    entriesHash: record.entriesHash,
    rules: `Version ${record.rulesVersion}`,
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
    <div className="grid max-w-measure gap-8 xl:max-w-none xl:grid-cols-[34rem_1fr] xl:grid-rows-[auto_auto_1fr] xl:gap-x-14">
      <header className="xl:col-span-2">
        <a
          href={`/dashboard/bookings/${receipt.id}`}
          className="mb-6 -ml-1 inline-flex min-h-target items-center gap-2 px-1 text-ink-2"
        >
          <Icon name="back" className="size-5" />
          Details
        </a>
        <h1 className="display text-1">How the tables were made</h1>
        <p className="mt-3 text-lead text-ink-2">
          {receipt.tableCount
            ? `${receipt.entryCount} people wanted dinner on ${receipt.date}. We made ${receipt.tableCount === 1 ? "a table" : `${receipt.tableCount} tables`} of five.`
            : `For the dinner on ${receipt.date}.`}
        </p>
      </header>
      <section className="xl:row-span-2">
        <h2 className="border-b border-line pb-2 text-small font-strong">What we look at, in this order</h2>
        <ol>
          {receipt.reasons.map(({ title, text, seats }, i) => (
            <li key={title} className="grid grid-cols-[min(4rem,18vw)_1fr] gap-x-4 border-b border-line py-4">
              <TableDrawing
                seats={seats}
                stroke={2}
                isLaid={i === 0}
                className="row-span-2 size-full max-h-16"
              />
              <h3 className="font-strong">
                <span aria-hidden="true" className="mr-2 text-paprika-text">
                  {i + 1}
                </span>{" "}
                {title}
              </h3>
              <p className="col-start-2 text-ink-2">{text}</p>
            </li>
          ))}
        </ol>
      </section>
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
      <details className="self-start border-b border-line">
        <summary className="cursor-pointer py-3 font-strong">Check it yourself</summary>
        <div className="grid gap-3 pb-4 text-ink-2">
          <p>
            Before we made the tables, we recorded a fingerprint (hash) of everybody’s entry, and then one of
            every table. The same entries and rules always give the same tables. With the receipt you can
            check that your entry and your table are part of that.
          </p>
          <p>
            {receipt.hasOwnEntry
              ? "The file has your entry, but not whom you avoid or have met, so that it says nothing about other people."
              : "We no longer keep your entry, only its fingerprint."}{" "}
            It can’t show whether somebody invented diners or left out a change. To be surer, compare your
            file with the others at your table. Also keep the email that you got when the tables were made:
            its headers have the fingerprint of all entries.
          </p>
          <p>
            <ArrowLink href={`/dashboard/bookings/${receipt.id}/receipt.json`}>
              {receipt.hasOwnEntry ? "Download this receipt with your entry" : "Download this receipt"}
            </ArrowLink>
          </p>
        </div>
        <dl className="grid border-t border-line lg:grid-cols-[11rem_1fr] [&>:last-child]:border-b-0 lg:[&>:nth-last-child(2)]:border-b-0">
          <ReceiptRow name="Recorded">{receipt.writtenAt}</ReceiptRow>
          <ReceiptRow name="Rules">{receipt.rules}</ReceiptRow>
          <ReceiptRow name="Seed">
            Derived from the dinner’s id, which existed before anybody booked
          </ReceiptRow>
          <ReceiptRow name={`All ${receipt.entryCount} entries`} isHash>
            {receipt.entriesHash}
          </ReceiptRow>
          <ReceiptRow name="Result" isHash={receipt.resultHash !== null}>
            {receipt.resultHash ?? "Not available yet"}
          </ReceiptRow>
          <ReceiptRow name="Your entry and table">In the file, with all the others</ReceiptRow>
        </dl>
      </details>
    </div>
  );
}

/** docs/matcher.md says why. */
const listReasons = ({ mayMeetAgain, terms }: ShownRecord) => [
  {
    title: "What has to fit",
    seats: bookingSeats.confirmed,
    text: `Everybody’s food is on the menu, at a price they’re fine with, and the table shares a language. Nobody sits with somebody they’d rather not meet. ${mayMeetAgain ? "People who have met before sat together only if there was no other way, or if both wished it." : "People who have met before sit together only if both wish it."}`,
  },
  {
    title: "Who belongs together",
    seats: ["you", "you", "taken", "taken", "taken"] satisfies Seat[],
    text: `Two who come together sit together.${terms?.wish ? " So do, nearly always, two who both said that they’d like to meet again." : ""}`,
  },
  {
    title: "Something in common",
    seats: ["you", "taken", "you", "taken", "you"] satisfies Seat[],
    text: "We compare your answers with everybody’s. That starts a conversation; whom you’ll like, nobody can know.",
  },
  ...(terms?.company
    ? [
        {
          title: "Company",
          seats: seatsWithTaken(1),
          text: "We try to seat newcomers with at least one other newcomer, and people who drink no alcohol with somebody who doesn’t either. It doesn’t always work.",
        },
      ]
    : []),
  {
    title: "The same for all",
    seats: ["you", "you", "you", "you", "you"] satisfies Seat[],
    text: "We’d rather lift the weakest table than make the best one better. If your last evening was bad, you count more in the seating, and if you got no seat, you come before others.",
  },
];

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
