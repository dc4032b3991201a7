import type { HostTemplate } from "./template.ts";

export const hostLink: HostTemplate<"host-link"> = ({ when, venueName, pageUrl, worksUntil }) => ({
  subject: `Tonight’s tables at ${venueName}`,
  paragraphs: [
    "You receive the guests of this dinner. Your page shows the tables with first names, what the kitchen has to know, and who is late. Tick who has come: it takes a minute, and it decides about deposits.",
    "Whoever has the link can open the page, so please pass it on only to the people who receive the guests with you.",
  ],
  facts: [["Dinner", [venueName, when]]],
  action: { label: "Open the host’s page", href: pageUrl },
  closing: `The page works until ${worksUntil}, also on several phones at once.`,
});
