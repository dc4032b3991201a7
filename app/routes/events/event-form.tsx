import {
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useLoaderData,
  useNavigation,
} from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { EventCard } from "./event-card.tsx";
import type { loadEventSelection, submitEventSelection } from "./event-selection.server.ts";

export function EventForm() {
  const { events, selectedId, isRequestedUnavailable, now } = useLoaderData<typeof loadEventSelection>();
  const failure = useActionData<typeof submitEventSelection>();
  const isPending = useNavigation().formMethod === "POST";
  const [chosenId, setChosenId] = useState(selectedId);
  const isChosen = events.some(({ id, isOpen }) => isOpen && id === chosenId);
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) banner.current?.focus();
  }, [failure]);
  if (events.length === 0) return <NoEvents />;
  return (
    <div className="grid w-full max-w-[54rem] gap-7">
      <header>
        <h1 className="display text-1">Select an Event</h1>
        <p className="mt-3 text-lead text-ink-2">
          We found {events.length} upcoming events for you to choose from:
        </p>
      </header>
      {failure?.message && (
        <div ref={banner} tabIndex={-1} className="outline-none">
          <Banner variant="error">{failure.message}</Banner>
        </div>
      )}
      {isRequestedUnavailable && !failure && (
        <Banner variant="info">The dinner you chose can’t be booked any more. Here are the others.</Banner>
      )}
      <Form method="post" className="grid gap-8">
        <fieldset
          className="grid gap-3"
          onChange={({ target }) => setChosenId((target as unknown as HTMLInputElement).value)}
        >
          <legend className="sr-only">Dinners</legend>
          {events.map((event) => (
            <EventCard
              key={`${event.id} ${event.isOpen}`}
              event={event}
              now={now}
              isPreselected={event.id === selectedId}
            />
          ))}
        </fieldset>
        <div className="sticky bottom-(--dock,0px) -mx-gutter bg-paper px-gutter py-3 max-lg:border-t max-lg:border-line lg:static lg:mx-0 lg:px-0">
          <Button
            variant="primary"
            size="large"
            isPending={isPending}
            aria-disabled={isChosen ? undefined : true}
            className="w-full lg:w-auto lg:min-w-56"
          >
            Next
          </Button>
        </div>
      </Form>
    </div>
  );
}

/** Offline, the page keeps its choice and shows a message. */
export async function submitOrReportOffline({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { message: "Error creating appointment: no connection. Please try again." };
  }
}

function NoEvents() {
  return (
    <div className="grid w-full justify-items-center gap-4 py-16 text-center">
      <TableDrawing seats={bookingSeats.canceled} className="size-28 text-line-strong" />
      <h1 className="display text-1">Select an Event</h1>
      <p className="text-lead text-ink-2">We found 0 upcoming events for you to choose from:</p>
      <p className="max-w-measure text-ink-2">
        We are planning the next dinners. Please check again in a day or two.
      </p>
    </div>
  );
}
