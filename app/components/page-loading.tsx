import { bookingSeats, TableDrawing } from "./table-drawing.tsx";

/** `browser/app-page.ts` shows it when the next page takes long, or when there is no connection. */
export const PageLoading = () => (
  <p
    role="status"
    hidden
    data-waiting
    className="group pointer-events-none fixed left-1/2 z-20 flex w-max max-w-[calc(100vw-2*var(--spacing-gutter))] -translate-x-1/2 items-center gap-3 rounded-round border border-line bg-surface px-5 py-2.5 text-small shadow-card not-data-offline:bottom-20 data-offline:top-3 lg:not-data-offline:bottom-8 [&[hidden]]:hidden"
  >
    <TableDrawing
      seats={bookingSeats.confirmed}
      isLoading
      className="size-5 shrink-0 group-data-offline:hidden"
    />
    <span />
  </p>
);
