import { Button } from "#app/components/button.tsx";

interface KeptNoteProps {
  id: string;
  /** A time in milliseconds. */
  until: number;
  asOf: string;
  /** A time in milliseconds. */
  hereFrom: number;
  /** The same time in words. */
  hereFromTime: string;
  /** Whether the page has no such button itself. */
  offersHere: boolean;
}

/** Tells the service worker to keep the page, which shows this when it serves the page without a network. */
export const KeptNote = ({ id, until, asOf, hereFrom, hereFromTime, offersHere }: KeptNoteProps) => (
  <div
    data-keep-until={until}
    data-here-from={hereFrom}
    hidden
    data-kept=""
    role="status"
    className="mb-6 grid gap-2 border-l-4 border-saffron bg-saffron-wash px-5 py-4 max-lg:-mx-gutter"
  >
    <p className="font-strong">No signal. This is what your phone kept.</p>
    <p className="text-small text-ink-2">
      As of {asOf}. It looks again by itself. Calling works without internet.
    </p>
    <p hidden data-said="" className="text-small font-strong">
      What you said is kept. Your phone sends it when the signal is back.
    </p>
    <p hidden data-early="" className="text-small font-strong">
      You can say that you’re here from {hereFromTime}. Press the button again then.
    </p>
    {offersHere && (
      <form method="post" action={`/dashboard/bookings/${id}`} data-said="">
        <Button size="small" name="say" value="here">
          I’m here
        </Button>
      </form>
    )}
  </div>
);
