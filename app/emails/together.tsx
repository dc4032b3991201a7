import type { BookingFacts, EmailContent, EmailTemplate } from "./template.ts";

/** The same for who is asked and who is told. */
const describePair = ({
  when,
  tablesMadeAt,
  links,
}: BookingFacts): Pick<EmailContent, "facts" | "closing" | "action"> => ({
  facts: [["Dinner", [when]]],
  action: { label: "Answer", href: links.together },
  closing: `You can change your mind until ${tablesMadeAt}, when we make the tables. The link needs no password.`,
});

const nameOther = ({ other }: BookingFacts) => other.firstName ?? "Somebody";

export const togetherAsked: EmailTemplate<"together-asked"> = (booking) => ({
  ...describePair(booking),
  subject: `Sit at one table with ${nameOther(booking)}?`,
  paragraphs: [
    `${nameOther(booking)} has booked this dinner, too. Would you like to sit at one table? We do it only if you both say yes.`,
    "You then both get seats at one table, or you’re both on standby. If you’d rather not, say no or do nothing.",
  ],
});

export const togetherNoted: EmailTemplate<"together-noted"> = (booking) => ({
  ...describePair(booking),
  subject: `You and ${nameOther(booking)} ask for one table`,
  paragraphs: [
    `We’ve noted that you and ${nameOther(booking)} would like to sit at one table. If that’s not so, take it back.`,
    "You both get seats at one table, or you’re both on standby.",
  ],
  action: { label: "Look at it", href: booking.links.together },
});
