import type { BookingTemplate } from "./template.ts";

const variants = {
  dinner: {
    subject: "Your dinner is canceled",
    text: "We are sorry: this dinner can’t take place. Your booking is canceled, and it costs you nothing.",
  },
  booking: {
    subject: "We had to cancel your booking",
    text: "We are sorry: we had to cancel your booking. The dinner takes place without you, and it costs you nothing.",
  },
};

export const canceledByClub: BookingTemplate<"canceled-by-club"> = (
  { origin, when, links },
  { what, because },
) => ({
  subject: variants[what].subject,
  paragraphs: [variants[what].text, ...(because ? [because] : []), "The next time you book, you come first."],
  facts: [["When", [when]]],
  action: { label: "Book Again", href: `${origin}/dashboard/bookings/new` },
  links: [{ label: "Remove it from my calendar", href: links.calendar }],
});
