import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { publicPage } from "#app/components/page.tsx";
import { Imprint, ProsePage, ProseSection, type Summary } from "#app/components/prose-page.tsx";
import { clubText, isDefaultText } from "#app/lib/club-texts.ts";
import { hasDeposits } from "#app/models/city/cities.server.ts";

export const meta = publicPage({
  title: "Terms",
  description: "Who may come, how booking and canceling work, and how we treat each other.",
});

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  hasDeposits: await hasDeposits(context),
});

const listSummary = (hasDeposits: boolean): Summary => [
  ["You’re 18 or older, and come yourself.", "Who may come"],
  ["We make the tables when booking ends, for exactly five.", "Booking"],
  ["Canceling is free until 48 hours before dinner.", "Canceling"],
  hasDeposits
    ? ["A deposit is optional, and we refund it unless you didn’t come.", "The deposit"]
    : ["A diner who stays on standby gets priority next time.", "Booking"],
  ["Everybody pays for their own dinner.", "At the table"],
  ["Be on time, be kind, and take no for an answer.", "At the table"],
];

export default function Terms() {
  const { hasDeposits } = useLoaderData<typeof loader>();
  return (
    <ProsePage title="Terms" lead={clubText("terms-lead")} hasTable summary={listSummary(hasDeposits)}>
      <ProseSection title="Who may come">
        <p>
          You’re 18 or older, you use your own name, and you have one account. The person who took the quiz is
          the person who comes to dinner.
        </p>
      </ProseSection>
      <ProseSection title="Booking">
        <p>
          When you book, you’re on the list and your booking is pending. We make the tables when booking ends,
          48 hours before dinner unless your booking names another time, and confirm your booking if you have
          a seat. Every table is made for exactly five, so a few people may stay on standby. They get priority
          the next time they book.
        </p>
      </ProseSection>
      <ProseSection title="Canceling">
        <p>
          Canceling is free until 48 hours before dinner. You can still cancel later, and it helps your table
          {hasDeposits && ", but we keep the deposit if you paid one"}. On standby, canceling is always free.
          {hasDeposits && " If we cancel, you get everything back."}
        </p>
      </ProseSection>
      {hasDeposits && (
        <ProseSection title="The deposit">
          <DepositTerms />
        </ProseSection>
      )}
      <ProseSection title="At the table">
        <p>
          Everybody pays for their own dinner. Be on time, be kind, and take no for an answer. If you make
          others uncomfortable, we can block your account.
        </p>
      </ProseSection>
      <ProseSection title="What we are responsible for">
        <p>
          We choose the restaurant and your table with care, but we can’t promise that you’ll like them. Tell
          us the day after: if your evening was bad, we take more care with your next table. What happens
          between diners is their own responsibility. You can leave whenever you like, without a reason. If
          something goes wrong, <a href="/contact">tell us</a>.
        </p>
      </ProseSection>
      <Imprint />
    </ProsePage>
  );
}

/** A club that has written the price anew has said it where people book. */
const isFree = isDefaultText("price-now") && isDefaultText("price-badge");

const DepositTerms = () => (
  <>
    <p>
      {isFree && "Taking part is free for a limited time."} A dinner may have a refundable deposit. Where
      there is one, you see the amount before you pay, and it’s optional. We refund it to your card the day
      after the dinner, unless you didn’t come.
    </p>
    <ol className="divide-y divide-line border-y border-line *:py-2.5">
      <li>To decide whether you came, we go by what you, the host and your table tell us.</li>
      <li>
        If it looks as if you didn’t, we email you. You then have 7 days to tell us that you were there, and a
        person reads what you write.
      </li>
      <li>We keep the deposit only after that.</li>
    </ol>
  </>
);
