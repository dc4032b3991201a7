import { dateAndTimeOf } from "#app/lib/dates.ts";
import { directionsAction, whereFact } from "./table-facts.ts";
import type { EmailTemplate } from "./template.ts";

export const eventMoved: EmailTemplate<"event-moved"> = (booking, { previousDate, previousTimeZone }) => {
  const previousCity = { cityName: booking.cityName, timeZone: previousTimeZone };
  const previously = dateAndTimeOf(new Date(previousDate), previousCity);
  return {
    subject: "Your dinner has a new time",
    paragraphs: [`We’ve moved your dinner of ${previously}. You’re still booked. This is the new time:`],
    facts: [["When", [booking.when]], whereFact(booking)],
    action: directionsAction(booking),
    closing: "If the new time doesn’t suit you, canceling is free until the dinner begins.",
    links: [
      { label: "Add to my calendar", href: booking.links.calendar },
      { label: "Cancel booking", href: booking.links.cancel },
    ],
  };
};
