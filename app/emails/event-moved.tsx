import { dateAndTimeOf } from "#app/lib/dates.ts";
import { directionsAction, whereFact } from "./table-facts.ts";
import type { BookingTemplate } from "./template.ts";

export const eventMoved: BookingTemplate<"event-moved"> = (booking, { previousDate, previousTimeZone }) => {
  const previousCity = { cityName: booking.cityName, timeZone: previousTimeZone };
  const previously = dateAndTimeOf(new Date(previousDate), previousCity);
  return {
    subject: "Your dinner has moved",
    paragraphs: [
      `The dinner you booked for ${previously} has another time. You still have your booking; this is when it is now.`,
    ],
    facts: [["When", [booking.when]], whereFact(booking)],
    action: directionsAction(booking),
    closing: "If it no longer suits you, canceling is free until the dinner begins.",
    links: [
      { label: "Add it to my calendar", href: booking.links.calendar },
      { label: "Cancel this booking", href: booking.links.cancel },
    ],
  };
};
