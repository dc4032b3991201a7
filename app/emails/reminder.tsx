import { describeDepositTerms } from "#app/lib/booking/cancellation-terms.ts";
import { directionsAction, tableFact, whereFact } from "./table-facts.ts";
import type { EmailTemplate } from "./template.ts";

export const reminder: EmailTemplate<"reminder"> = (booking) => ({
  subject: `Your dinner is on ${booking.weekday}`,
  paragraphs: [
    `See you on ${booking.weekday}. Here’s where to go${booking.tableMates.length > 0 ? " and who you’ll meet" : ""}.`,
  ],
  facts: [["When", [booking.when]], whereFact(booking), tableFact(booking)],
  action: directionsAction(booking),
  links: [
    { label: "See the details", href: booking.bookingUrl },
    { label: "Add to my calendar", href: booking.links.calendar },
    { label: "Cancel booking", href: booking.links.cancel },
    { label: "Stop emails before and after dinners", href: booking.unsubscribeUrl },
  ],
  closing: [
    ...(booking.deposit === "paid"
      ? describeDepositTerms({ ...booking, hasSeat: true, hasDeposit: true })
      : []),
    "If you can’t come, cancel: somebody on standby may get your seat.",
  ].join(" "),
  note: booking.safety,
});
