import { dateAndTime } from "#app/lib/dates.ts";
import type { BookingTemplate } from "./template.ts";

export const eventMoved: BookingTemplate<"event-moved"> = (
  { when, venueName, venueAddress, mapsLink, links },
  { previousDate, previousTimeZone },
) => ({
  subject: "Your dinner has moved",
  paragraphs: [
    `The dinner you booked for ${dateAndTime(new Date(previousDate), previousTimeZone)} has another time or another place. You still have your booking; this is when and where it is now.`,
  ],
  facts: [
    ["When", [when]],
    ["Where", [venueName, venueAddress]],
  ],
  action: { label: "Get Directions", href: mapsLink },
  closing: "If it no longer suits you, canceling is free until the dinner begins.",
  links: [
    { label: "Add it to my calendar", href: links.calendar },
    { label: "Cancel this booking", href: links.cancel },
  ],
});
