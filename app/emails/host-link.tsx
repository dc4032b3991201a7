import type { EmailTemplate } from "./template.ts";

export const hostLink: EmailTemplate<"host-link"> = ({
  when,
  venueName,
  pageUrl,
  worksUntil,
  hasDeposits,
}) => ({
  subject: `Tonight’s tables at ${venueName}`,
  paragraphs: [
    `Check in your guests on your page tonight. It takes a minute${hasDeposits ? ", and deposits depend on it" : ""}. The page also shows who sits where, what the restaurant needs to know about diets and allergies, and who’s running late.`,
    "Anybody with the link can open the page, so share it only with the people who welcome diners with you.",
  ],
  facts: [["Dinner", [venueName, when]]],
  action: { label: "Open the host’s page", href: pageUrl },
  closing: `The page works until ${worksUntil}, also on several phones at once.`,
});
