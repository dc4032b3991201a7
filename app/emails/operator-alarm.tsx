import type { AccountTemplate } from "./template.ts";

const toMinute = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;

export const operatorAlarm: AccountTemplate<"operator-alarm"> = (
  { origin },
  { problem, detail, startedAt, endedAt },
) => ({
  subject: endedAt ? `Over: ${problem}` : `Problem: ${problem}`,
  paragraphs: [
    endedAt
      ? `This problem of the club at ${origin} is over.`
      : `The club at ${origin} has a problem. You get another email when it is over.`,
  ],
  facts: [
    [endedAt ? "It was" : "Problem", [detail]],
    ["Since", [toMinute(startedAt)]],
    ...(endedAt ? [["Until", [toMinute(endedAt)]] as [string, string[]]] : []),
  ],
  closing: `What to do is in docs/operating.md, under “Alarms”, at “${problem}”. This address is OPERATOR_EMAIL in the club’s settings.`,
});
