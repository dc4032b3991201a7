import { bookingSeats, TableDrawing } from "./table-drawing.tsx";

export function Loading() {
  return (
    <div role="status" className="grid justify-items-center gap-4 py-16 text-ink-2">
      <TableDrawing seats={bookingSeats.confirmed} isLoading className="size-20" />
      <p>Loading...</p>
    </div>
  );
}
