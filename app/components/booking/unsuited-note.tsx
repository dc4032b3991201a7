import { standbyUnlessSuited } from "#app/lib/booking/standby-reasons.ts";
import type { BookingView } from "./describe-booking.server.ts";

/** Before the tables are made: what keeps the diner from a seat, and what may help. */
export function UnsuitedNote({ booking: { unsuited } }: { booking: BookingView }) {
  if (!unsuited) return null;
  return (
    <p className="my-2 max-w-measure border-l-3 border-saffron pl-4 text-left">
      {unsuited.explanation} {standbyUnlessSuited} You can{" "}
      <a href={unsuited.answersPath} className="underline underline-offset-2">
        change your answer
      </a>
      , or choose another dinner.
    </p>
  );
}
