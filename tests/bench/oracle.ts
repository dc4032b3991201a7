import highs from "highs";
import { tableSize } from "#app/lib/table-size.ts";
import { chooseDiners } from "#app/matching/admission/choose-diners.ts";
import { seatWished } from "#app/matching/admission/seat-wished.ts";
import { arrangeTables, defaultProposals } from "#app/matching/arrange-tables.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import { buildRules, type Rules } from "#app/matching/rules.ts";
import { buildFeatureVectors, tableScorePerPoint } from "#app/matching/scores.ts";
import type { Board } from "#app/matching/search/board.ts";
import { buildTerms } from "#app/matching/terms/build-terms.ts";

const maxRounds = 400;
const columnsPerRound = 400;
const maxChoices = 20_000;

/**
 * By how many points a table the best seating is better than the one of the matcher, as HiGHS proves. Fractional tables are added
 * while any is worth more than the prices of its diners; then it chooses among all tables that may be in a better seating.
 */
export async function findPossibleGain(input: MatchInput, closeEnough = 0.02): Promise<number> {
  const everybody = buildRules(input.diners, ["met"], [], input.together);
  const { tables } = chooseDiners(everybody, input.diners.length, Infinity, input.seed);
  const seated = tables.flat();
  const diners = seated.map((i) => input.diners[i] as (typeof input.diners)[0]);
  const rules = buildRules(diners, ["met"], [], input.together);
  const vectors = buildFeatureVectors(input.questions, diners, buildTerms(input, diners, rules));
  const scorePerPoint = tableScorePerPoint(input.questions);
  const { board } = arrangeTables(vectors, rules, {
    seed: input.seed,
    maxProposals: defaultProposals(diners.length),
    legalOrder: Int32Array.from(diners.keys()),
    scorePerPoint,
    wished: seatWished(input, diners, [], Int32Array.from(diners.keys()), {
      relaxed: ["met"],
      areApart: false,
    }),
  });
  const best = await findBestWorth(
    board,
    rules,
    vectors.pairScore.bind(vectors),
    closeEnough * scorePerPoint,
  );
  return (best - board.totalWorth()) / board.tableCount / scorePerPoint;
}

interface Column {
  table: number[];
  worth: number;
}

async function findBestWorth(
  board: Board,
  rules: Rules,
  scoreOf: (one: number, other: number) => number,
  closeEnough: number,
): Promise<number> {
  const solver = await highs();
  const count = board.dinerCount;
  const columns: Column[] = Array.from({ length: board.tableCount }, (_, table) => {
    const members = [...board.membersOf(table)];
    return { table: members, worth: board.worthOfTable(members) };
  });
  const pairScores = Float64Array.from({ length: count * count }, (_, i) =>
    scoreOf(Math.floor(i / count), i % count),
  );
  const worth = board.totalWorth();
  let bound = Infinity;
  let prices = new Float64Array(count);
  for (let round = 0; round < maxRounds; round++) {
    prices = await solvePrices(solver, columns, count);
    const found = findColumns(board, rules, pairScores, prices, 0, false);
    const most = Math.max(0, ...found.map(({ gain }) => gain));
    bound = prices.reduce((sum, price) => sum + price, 0) + board.tableCount * most;
    if (most <= closeEnough || bound <= worth) break;
    columns.push(...found.sort((one, other) => other.gain - one.gain).slice(0, columnsPerRound));
  }
  if (bound <= worth) return worth;
  const possible = findColumns(board, rules, pairScores, prices, worth - bound, true);
  if (possible.length > maxChoices) return bound;
  const { ObjectiveValue } = solver.solve(
    writeProgram([...possible, ...columns.slice(0, board.tableCount)], count, true),
  );
  return ObjectiveValue;
}

async function solvePrices(solver: Awaited<ReturnType<typeof highs>>, columns: Column[], count: number) {
  const { Rows } = solver.solve(writeProgram(columns, count, false));
  return Float64Array.from(Rows as readonly object[], (row) => ("Dual" in row ? Number(row.Dual) : 0));
}

function writeProgram(columns: Column[], count: number, isWhole: boolean): string {
  const tablesOf = Array.from({ length: count }, (): string[] => []);
  for (const [i, { table }] of columns.entries()) for (const diner of table) tablesOf[diner]?.push(`x${i}`);
  return [
    "Maximize",
    ` worth: ${columns.map(({ worth }, i) => `${worth < 0 ? "-" : "+"} ${Math.abs(worth)} x${i}`).join(" ")}`,
    "Subject To",
    ...tablesOf.map((names, diner) => ` d${diner}: ${names.join(" + ")} = 1`),
    ...(isWhole ? ["Binary", ...columns.map((_, i) => ` x${i}`)] : []),
    "End",
  ].join("\n");
}

/** The legal tables that are worth more than their diners' prices and `least`: all, or the best for each first two diners. */
function findColumns(
  board: Board,
  rules: Rules,
  pairScores: Float64Array,
  prices: Float64Array,
  least: number,
  isAll: boolean,
) {
  const count = board.dinerCount;
  const found: (Column & { gain: number })[] = [];
  const may = Uint8Array.from({ length: count * count }, (_, i) =>
    rules.maySitTogether(Math.floor(i / count), i % count) ? 1 : 0,
  );
  const table = [0, 0, 0, 0, 0];
  let best: (Column & { gain: number }) | undefined;
  const extend = (size: number, from: number, score: number, price: number): void => {
    if (size === tableSize) {
      // Without the floor and the terms, a table is worth more, but for wishes.
      const most = score - price + (board.vectors.terms?.bonusOf(table) ?? 0);
      if (most <= (best?.gain ?? least)) return;
      const gain = board.worthOfTable(table, score) - price;
      if (gain <= (best?.gain ?? least) || rules.countViolations(table) > 0) return;
      const column = { table: [...table], worth: gain + price, gain };
      if (isAll) found.push(column);
      else best = column;
      return;
    }
    for (let next = from; next <= count - tableSize + size; next++) {
      let sum = score;
      let isLegal = 1;
      for (let i = 0; i < size; i++) {
        const at = (table[i] as number) * count + next;
        sum += pairScores[at] as number;
        isLegal &= may[at] as number;
      }
      if (!isLegal) continue;
      table[size] = next;
      extend(size + 1, next + 1, sum, price + (prices[next] as number));
      if (size > 1 || !best) continue;
      found.push(best);
      best = undefined;
    }
  };
  extend(0, 0, 0, 0);
  return found;
}
