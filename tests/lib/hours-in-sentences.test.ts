import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { offerMs } from "#app/lib/event/line.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { countedAfterMs } from "#app/models/figures/club-figures.server.ts";

/** The times around a dinner, and of what is kept, that sentences name. */
const times: Record<string, number[]> = {
  "two days": [eventTimes.closesBeforeMs],
  "48 hours": [eventTimes.closesBeforeMs],
  "4 hours": [eventTimes.betweenBookingsMs],
  "four hours": [eventTimes.betweenBookingsMs],
  "3 hours": [eventTimes.standbyEndsBeforeMs, eventTimes.eveningBeginsBeforeMs],
  "2 hours": [eventTimes.checkInUntilAfterMs],
  "two hours": [offerMs],
  "30 minutes": [eventTimes.checkInFromBeforeMs],
  "15 minutes": [eventTimes.missingAfterMs, keptMs.signInAttempt],
  "7 days": [eventTimes.contestForMs],
  "16 days": [countedAfterMs],
  "72 hours": [keptMs.recovery],
  "three days": [keptMs.recovery],
  "3 days": [keptMs.recoveryLink, keptMs.invitationLink],
  "30 days": [keptMs.askedAnswers, keptMs.email],
  "a year": [keptMs.securityNote],
  "two years": [keptMs.unusedAnswers],
};

/** What a bank, a quiz or a link takes. */
const others = ["10 days", "24 hours", "1 hour", "3 minutes", "1 minute"];

const unitsMs: Record<string, number> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  year: 365 * 86_400_000,
};

const toMs = (phrase: string) => {
  const [amount = "", unit = ""] = phrase
    .replace("two", "2")
    .replace("three", "3")
    .replace("four", "4")
    .replace(/^a /, "1 ")
    .split(" ");
  return Number(amount) * (unitsMs[unit.replace(/s$/, "")] ?? Number.NaN);
};

test("sentences name the hours and days that the club keeps to", () => {
  for (const [phrase, kept] of Object.entries(times))
    for (const ms of kept) expect(ms, phrase).toBe(toMs(phrase));
});

test("no sentence names other hours or days", () => {
  const found = new Set(
    globSync("app/{auth,components,emails,lib,payments,routes}/**/*.{ts,tsx}", {
      cwd: root,
      exclude: ["app/routes/dev.*/**"],
    }).flatMap((file) =>
      [
        ...readFileSync(join(root, file), "utf8")
          .replace(/\/\*.*?\*\//gs, "")
          .replace(/^\s*\/\/.*/gm, "")
          .replace(/\s+/g, " ")
          .matchAll(/\b(?:\d+|one|two|three|four|five) (?:minute|hour|day)s?\b|\b(?:a|two) years?\b/gi),
      ].map(([phrase]) => phrase.toLowerCase()),
    ),
  );
  expect([...found].toSorted()).toEqual([...Object.keys(times), ...others].toSorted());
});
