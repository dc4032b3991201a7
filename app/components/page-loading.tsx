import { useNavigation } from "@remix-run/react";
import { bookingSeats, TableDrawing } from "./table-drawing.tsx";

/** Shown after 300 ms, so that a fast navigation does not flash. */
export function PageLoading() {
  const isPending = useNavigation().state === "loading";
  return (
    <p
      role="status"
      className={`pointer-events-none fixed bottom-20 left-1/2 z-20 flex -translate-x-1/2 items-center gap-3 rounded-round border border-line bg-surface px-5 py-2.5 text-small shadow-card transition-opacity lg:bottom-8 ${isPending ? "opacity-100 delay-300" : "opacity-0"}`}
    >
      {isPending && (
        <>
          <TableDrawing seats={bookingSeats.confirmed} isLoading className="size-5" />
          Loading...
        </>
      )}
    </p>
  );
}
