import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { Banner } from "#app/components/banner.tsx";
import { Dialog } from "#app/components/dialog.tsx";
import { Loading } from "#app/components/loading.tsx";
import { StaticHtml } from "#app/components/static-html.tsx";
import type { loader } from "#app/routes/dashboard.bookings.$id/route.tsx";

interface DetailsDialogProps {
  bookingId: string | null;
  onClose(): void;
}

/** Shows the booking's own page over the list. */
export function DetailsDialog({ bookingId, onClose }: DetailsDialogProps) {
  const { data, load, state } = useFetcher<typeof loader>();
  useEffect(() => {
    if (bookingId) load(`/dashboard/bookings/${encodeURIComponent(bookingId)}`);
  }, [bookingId, load]);
  return (
    <Dialog title="Details" isOpen={bookingId !== null} onClose={onClose}>
      {data?.id === bookingId && data ? (
        <StaticHtml html={data.html} />
      ) : state === "idle" && data === null ? (
        <Banner variant="error">No connection. Please try again in a moment.</Banner>
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}
