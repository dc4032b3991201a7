import type { EmailContent, EmailTemplate } from "./template.ts";

/** As it goes out, and as the host sees it before. */
export const describeHostMessage = (
  text: string,
  venueName: string,
): Required<Pick<EmailContent, "subject" | "paragraphs" | "closing">> => ({
  subject: `A message from ${venueName}`,
  paragraphs: text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean),
  closing: `The host at ${venueName} sent this to everybody who dines there. They won’t see replies to this email.`,
});

export const hostMessage: EmailTemplate<"host-message"> = ({
  bookingUrl,
  hostMessage: text,
  place,
  when,
}) => ({
  ...describeHostMessage(text, place?.name ?? "your restaurant"),
  facts: [["Dinner", [when]]],
  links: [{ label: "See the details", href: bookingUrl }],
});
