import { bookingSeats, TableDrawing } from "./table-drawing.tsx";

/** The bar is an SVG because the Content-Security-Policy forbids inline styles. */
export const Progress = ({ label, value, max }: { label: string; value: number; max: number }) => (
  <div className="grid gap-2.5">
    <svg
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-[3px] w-full overflow-hidden rounded-round bg-on-green/25"
    >
      <rect width={`${(100 * value) / max}%`} height="3" className="fill-coral" />
    </svg>
    <p className="text-label text-on-green-2">{label}</p>
  </div>
);

export const Loading = () => (
  <div role="status" className="grid justify-items-center gap-4 py-16 text-ink-2">
    <TableDrawing seats={bookingSeats.confirmed} isLoading className="size-20" />
    <p>Loading...</p>
  </div>
);

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
