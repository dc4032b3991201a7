import type { EmailTemplate } from "./template.ts";

/** Fails where the other one has deleted the account. */
export const meetAgain: EmailTemplate<"meet-again"> = ({ weekday, place, mutual }) => {
  if (!mutual) throw new Error("The other diner is gone");
  const { firstName, contact, wantsSameTable } = mutual;
  return {
    subject: `${firstName} said yes, too`,
    drawing: "two dots",
    paragraphs: [
      `You and ${firstName} would both like to meet again after ${weekday}’s dinner${place ? ` at ${place.name}` : ""}. This is how you reach each other: ${firstName} gets the same email, with the contact that you chose.`,
      ...(wantsSameTable
        ? ["You’d both like to share a table again, so we may seat you together at another dinner."]
        : []),
    ],
    facts: [[firstName, [contact]]],
    closing: "Anybody else you said yes to will find out only if they say yes, too.",
  };
};
