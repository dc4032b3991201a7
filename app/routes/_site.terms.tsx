import { ProsePage, ProseSection } from "#app/components/prose-page.tsx";
import { publicPage } from "#app/lib/page-meta.ts";

export const meta = publicPage({
  title: "Terms",
  description: "The few rules of a table for five: booking, cancelling, the deposit, and good manners.",
});

export default function Terms() {
  return (
    <ProsePage title="Terms" lead="The rules of the table, as short as we could make them.">
      <ProseSection title="Who may come">
        <p>Anyone of age, under their own name, with one account. Come as the person who took the quiz.</p>
      </ProseSection>
      <ProseSection title="Booking">
        <p>
          A booking is a wish to dine on that evening. It is pending until tables are set, 48 hours before
          dinner, and then confirmed if you have a seat. Tables seat exactly five, so a few people may stay on
          standby. They come first the next time they book.
        </p>
      </ProseSection>
      <ProseSection title="Cancelling">
        <p>
          It is free until 48 hours before dinner. After that you can still cancel, and should, but the
          deposit is kept. If we cancel, you get everything back.
        </p>
      </ProseSection>
      <ProseSection title="The deposit">
        <p>
          Taking part is free for a limited time. You may leave a refundable deposit of 3000 HUF, which tells
          your table that you are coming. It goes back to your card a day after dinner, unless you did not
          show up.
        </p>
      </ProseSection>
      <ProseSection title="At the table">
        <p>
          Everyone pays for their own dinner. Be on time, be kind, take no for an answer. Who makes others
          uncomfortable is not invited again.
        </p>
      </ProseSection>
      <ProseSection title="What we answer for">
        <p>
          We choose the restaurant and the company with care, and can’t promise that you will like either.
          What happens between guests is between guests; tell us if something went wrong.
        </p>
      </ProseSection>
    </ProsePage>
  );
}
