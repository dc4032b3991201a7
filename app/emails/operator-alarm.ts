import { commandForProblem } from "#app/lib/health.ts";
import type { EmailTemplate } from "./template.ts";

const toMinute = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;

export const operatorAlarm: EmailTemplate<"operator-alarm"> = (
  { origin },
  { problem, detail, startedAt, endedAt },
) => ({
  subject: endedAt ? `Over: ${problem}` : `Problem: ${problem}`,
  paragraphs: endedAt
    ? [`There’s nothing to do: this problem is over. Your club is at ${origin}.`]
    : [
        `Run the command below, then follow docs/operating/when-something-is-wrong.md at “${problem}”. Your club is at ${origin}.`,
        "We’ll email you when it’s over.",
      ],
  facts: [
    [endedAt ? "Happened" : "Problem", [detail]],
    ["Since", [toMinute(startedAt)]],
    ...(endedAt ? [["Until", [toMinute(endedAt)]] as [string, string[]]] : []),
    ...(endedAt ? [] : [["Run", [commandForProblem(problem, origin)]] as [string, string[]]]),
  ],
  closing: "You get this because your address is OPERATOR_EMAIL in the club’s settings.",
});
