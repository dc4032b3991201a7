import { useEffect, useState } from "react";
import { Banner } from "#app/components/banner.tsx";
import { Dialog } from "#app/components/dialog.tsx";
import { Loading } from "#app/components/loading.tsx";
import { StaticHtml } from "#app/components/static-html.tsx";

interface DetailsDialogProps {
  bookingId: string | null;
  onClose(): void;
}

interface Details {
  id: string;
  html: string;
}

/** Shows the booking's own page over the list. */
export function DetailsDialog({ bookingId, onClose }: DetailsDialogProps) {
  const [details, setDetails] = useState<Details | "offline">();
  useEffect(() => {
    if (!bookingId) return;
    let isCurrent = true;
    setDetails(undefined);
    loadDetails(bookingId).then((loaded) => isCurrent && setDetails(loaded));
    return () => {
      isCurrent = false;
    };
  }, [bookingId]);
  return (
    <Dialog title="Details" isOpen={bookingId !== null} onClose={onClose}>
      {details === "offline" ? (
        <Banner variant="error">No connection. Try again in a moment.</Banner>
      ) : details ? (
        <StaticHtml html={details.html} />
      ) : (
        bookingId && <Loading />
      )}
    </Dialog>
  );
}

const route = encodeURIComponent("routes/dashboard.bookings.$id");

/** Not with a fetcher of Remix, which offline could not load the code of that page. */
async function loadDetails(bookingId: string): Promise<Details | "offline" | undefined> {
  const path = `/dashboard/bookings/${encodeURIComponent(bookingId)}`;
  try {
    const response = await fetch(`${path}?_data=${route}`);
    if (response.status === 200) return (await response.json()) as Details;
    // Signed out meanwhile, or another error: the page itself says what.
    location.assign(path);
  } catch {
    return "offline";
  }
}
