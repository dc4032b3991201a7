import type { EmailContent } from "#app/emails/template.ts";
import { describeStops } from "./timeline.tsx";

export interface EmailInput extends EmailContent {
  origin: string;
}

export function toPlainText({
  subject,
  paragraphs,
  facts = [],
  timeline = [],
  action,
  links = [],
  closing,
  note,
  origin,
}: EmailInput): string {
  const parts = [
    subject,
    ...paragraphs,
    ...facts.map(([name, lines]) => `${name}: ${lines.join("\n")}`),
    facts.length === 0 && describeStops(timeline),
    ...[action, ...links].map((link) => link && `${link.label}:\n${link.href}`),
    facts.length > 0 && describeStops(timeline),
    closing,
    note,
    `Öten\n${origin}`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}
