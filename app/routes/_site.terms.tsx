import { publicPage } from "#app/components/page-meta.ts";
import { ProsePage, ProseSection } from "#app/components/prose-page.tsx";

export const meta = publicPage({
  title: "Terms",
  description: "A few rules: booking, canceling, the deposit, and good manners.",
});

export default function Terms() {
  return (
    <ProsePage title="Terms" lead="Our rules, as short as we could make them.">
      <ProseSection title="Who may come">
        <p>
          Adults, under their own name and with one account. The person who took the quiz is the person who
          comes.
        </p>
      </ProseSection>
      <ProseSection title="Booking">
        <p>
          A booking is a request for a seat at that dinner. It is pending until we make the tables, 48 hours
          before dinner, and then confirmed if you have a seat. Every table seats exactly five, so a few
          people may stay on standby. They go first the next time they book.
        </p>
      </ProseSection>
      <ProseSection title="Canceling">
        <p>
          Canceling is free until 48 hours before dinner. After that you can still cancel, and please do, but
          we keep the deposit. If we cancel, you get everything back.
        </p>
      </ProseSection>
      <ProseSection title="The deposit">
        <p>
          Taking part is free for a limited time. You can pay a refundable deposit (3000 HUF in Budapest; we
          say how much it is in your city before you pay), which tells your table that you are coming. It is
          returned to your card a day after dinner, unless you did not show up. Whether you came follows from
          what you, the host and your table told us. If it is noted that you did not, we email you, and keep
          the deposit only after seven days in which you can tell us that you were there. A person reads what
          you write.
        </p>
      </ProseSection>
      <ProseSection title="At the table">
        <p>
          Everyone pays for their own dinner. Be on time, be kind, and accept a no. Anyone who makes others
          uncomfortable is not invited again.
        </p>
      </ProseSection>
      <ProseSection title="What we are responsible for">
        <p>
          We choose the restaurant and your table with care, but can’t promise that you will like them. What
          happens between diners is their own responsibility; tell us if something goes wrong.
        </p>
      </ProseSection>
    </ProsePage>
  );
}
