import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { MatchInput } from "#app/matching/match-input.ts";
import type { LargeRun } from "./match-workerd.ts";
import type { MatcherRow } from "./results.ts";
import { makeTermsClub, withoutTerms } from "./terms-club.ts";

const limit = 1.5;

/** Each in a process of its own, because a process only tells the most memory it ever had. */
export function measureTermsCost(count: number): MatcherRow {
  // What a proof takes differs from evening to evening.
  const evenings = count <= 100 ? 3 : 1;
  const inputs = Array.from({ length: evenings }, (_, i) => makeTermsClub(count, i + 1));
  const [within, without] = [inputs.map(run).reduce(add), inputs.map(withoutTerms).map(run).reduce(add)];
  const time = within.seconds / without.seconds;
  const memory = within.megabytes / without.megabytes;
  return {
    what: `${count.toLocaleString("en-US")} diners with the terms of tables, beside the same without${evenings > 1 ? `, of ${evenings} evenings` : ""}`,
    others: "none known",
    target: `≤ ${limit} × the CPU time, ≤ ${limit} × the memory`,
    measured: `${without.seconds.toFixed(1)} → ${within.seconds.toFixed(1)} s (${time.toFixed(2)} ×), ${without.megabytes.toFixed(0)} → ${within.megabytes.toFixed(0)} MB (${memory.toFixed(2)} ×)`,
    comparison: "",
    isReached: time <= limit && memory <= limit,
  };
}

const add = (one: LargeRun, other: LargeRun): LargeRun => ({
  ...one,
  seconds: one.seconds + other.seconds,
  megabytes: Math.max(one.megabytes, other.megabytes),
});

const run = (input: MatchInput): LargeRun =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        "--expose-gc",
        "--max-semi-space-size=1",
        fileURLToPath(new URL("match-big.ts", import.meta.url)),
        "-",
      ],
      { encoding: "utf8", input: JSON.stringify(input) },
    ),
  );
