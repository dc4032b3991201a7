import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { MatchInput } from "#app/matching/match-input.ts";
import type { LargeRun } from "./match-workerd.ts";
import type { MatcherRow } from "./results.ts";
import { makeTermsClub, withoutTerms } from "./terms-club.ts";

const limit = 1.5;

/** Each in a process of its own, because a process only tells the most memory it ever had. */
export function measureTermsCost(count: number): MatcherRow {
  const input = makeTermsClub(count, 1);
  const [within, without] = [run(input), run(withoutTerms(input))];
  const time = within.seconds / without.seconds;
  const memory = within.megabytes / without.megabytes;
  return {
    what: `${count.toLocaleString("en-US")} diners with the terms of tables, beside the same without`,
    others: "none known",
    target: `≤ ${limit} × the CPU time, ≤ ${limit} × the memory`,
    measured: `${without.seconds.toFixed(1)} → ${within.seconds.toFixed(1)} s (${time.toFixed(2)} ×), ${without.megabytes.toFixed(0)} → ${within.megabytes.toFixed(0)} MB (${memory.toFixed(2)} ×)`,
    comparison: "",
    isReached: time <= limit && memory <= limit,
  };
}

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
