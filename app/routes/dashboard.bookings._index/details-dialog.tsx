import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { Dialog } from "#app/components/dialog.tsx";
import { Loading } from "#app/components/loading.tsx";
import { BookingDetails } from "../dashboard.bookings.$id/booking-details.tsx";
import type { loader } from "../dashboard.bookings.$id/route.tsx";

interface DetailsDialogProps {
  bookingId: string | null;
  onClose(): void;
}

/** The booking's own page, without leaving the list. */
export function DetailsDialog({ bookingId, onClose }: DetailsDialogProps) {
  const { data, load } = useFetcher<typeof loader>();
  useEffect(() => {
    if (bookingId) load(`/dashboard/bookings/${encodeURIComponent(bookingId)}`);
  }, [bookingId, load]);
  return (
    <Dialog title="Details" open={bookingId !== null} onClose={onClose}>
      {data?.booking.id === bookingId ? <BookingDetails details={data} /> : <Loading />}
    </Dialog>
  );
}
