export function bookingStatus({ confirmed, canceled }: { confirmed: boolean; canceled: boolean }) {
  if (canceled) return "Canceled" as const;
  return confirmed ? ("Confirmed" as const) : ("Pending" as const);
}

export const pendingExplanation = "Your booking is pending and we will inform you once it's confirmed.";
