import { useEffect, useRef } from "react";
import { ButtonLink } from "#app/components/button.tsx";
import { Table, tables } from "#app/components/mark.tsx";
import { Room } from "#app/components/room.tsx";

/** One chair is yours. */
export function Thanks({ when }: { when: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Room>
      <Table seats={tables.pending} className="size-40" stroke={1} />
      <h1 ref={heading} tabIndex={-1} className="display max-w-[7em] text-1 outline-none">
        Thank you for booking!
      </h1>
      <p className="text-lead text-ink-2">{when}. One chair is yours.</p>
      <p className="max-w-72 text-ink-2">We will send you a reminder before the appointment.</p>
      <ButtonLink href="/dashboard" look="go" size="large" className="mt-2">
        Go to Dashboard
      </ButtonLink>
    </Room>
  );
}
