import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { Table, tables } from "#app/components/table-drawing.tsx";
import { EventCard } from "./event-card.tsx";
import type { chooseDinner, loadChoice } from "./event-selection.server.ts";

/** The dinners as a list of cards, one of them chosen. */
export function Choice() {
  const { dinners, chosen, isElsewhere, now } = useLoaderData<typeof loadChoice>();
  const refused = useActionData<typeof chooseDinner>();
  const isPending = useNavigation().formMethod === "POST";
  const [selected, setSelected] = useState(chosen);
  const isSelected = dinners.some(({ id, isOpen }) => isOpen && id === selected);
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refused) banner.current?.focus();
  }, [refused]);
  if (dinners.length === 0) return <NoDinners />;
  return (
    <div className="grid w-full max-w-[54rem] gap-7">
      <header>
        <h1 className="display text-1">Select an Event</h1>
        <p className="mt-3 text-lead text-ink-2">
          We found {dinners.length} upcoming events for you to choose from:
        </p>
      </header>
      {refused?.message && (
        <div ref={banner} tabIndex={-1} className="outline-none">
          <Banner look="error">{refused.message}</Banner>
        </div>
      )}
      {isElsewhere && !refused && (
        <Banner look="waiting">
          The dinner you asked for can’t be booked any more. Here are the others.
        </Banner>
      )}
      <Form method="post" className="grid gap-8">
        <fieldset
          className="grid gap-3"
          onChange={({ target }) => setSelected((target as unknown as HTMLInputElement).value)}
        >
          <legend className="sr-only">Dinners</legend>
          {dinners.map((dinner) => (
            <EventCard
              key={`${dinner.id} ${dinner.isOpen}`}
              dinner={dinner}
              now={now}
              isChosen={dinner.id === chosen}
            />
          ))}
        </fieldset>
        <div className="sticky bottom-(--dock,0px) -mx-gutter bg-paper px-gutter py-3 max-lg:border-t max-lg:border-line lg:static lg:mx-0 lg:px-0">
          <Button
            look="go"
            size="large"
            pending={isPending}
            aria-disabled={isSelected ? undefined : true}
            className="w-full lg:w-auto lg:min-w-56"
          >
            Next
          </Button>
        </div>
      </Form>
    </div>
  );
}

function NoDinners() {
  return (
    <div className="grid w-full justify-items-center gap-4 py-16 text-center">
      <Table seats={tables.canceled} className="size-28 text-line-strong" />
      <h1 className="display text-1">Select an Event</h1>
      <p className="text-lead text-ink-2">We found 0 upcoming events for you to choose from:</p>
      <p className="max-w-measure text-ink-2">
        The next dinners are being planned. Look in again in a day or two.
      </p>
    </div>
  );
}
