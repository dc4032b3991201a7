import type { BookingTemplate } from "./template.ts";

/** Fails where the other one has deleted the account. */
export const meetAgain: BookingTemplate<"meet-again"> = ({ weekday, place, mutual }) => {
  if (!mutual) throw new Error("The other diner is gone");
  const { firstName, contact, wantsSameTable } = mutual;
  return {
    subject: `${firstName} said yes, too`,
    drawing: "two dots",
    paragraphs: [
      `You would gladly meet ${firstName} again after ${weekday}’s dinner${place ? ` at ${place.name}` : ""}, and ${firstName} would gladly meet you.`,
      `${firstName} gets the same email, with the contact that you chose. Whoever writes first is up to you.`,
      ...(wantsSameTable
        ? ["You would both gladly sit at one table again, so we may seat you together at another dinner."]
        : []),
    ],
    facts: [[firstName, [contact]]],
    closing: "Whoever else you said yes to hears nothing, unless they say it as well.",
  };
};
