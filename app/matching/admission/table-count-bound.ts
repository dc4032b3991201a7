import { tableSize } from "#app/lib/table-size.ts";
import { LinearProgram } from "#app/matching/proof/linear-program.ts";
import { forbiddenScore, TableEnumerator } from "#app/matching/proof/table-enumerator.ts";
import type { Rules } from "#app/matching/rules/rules.ts";

export const maxBoundedDiners = 100;

/** What each table is worth, so that prices can be multiples of a small fraction of it. */
const tableWorth = 4_096;
const maxRounds = 60;
const maxTablesPerRound = 300;

const fullTables = (diners: readonly number[]) => Math.floor(diners.length / tableSize);

/** An upper bound of the number of legal tables, from who may sit with whom in any way. */
export const countTablesOfComponents = (rules: Rules, diners: readonly number[]) =>
  listComponents(rules, diners).reduce((sum, component) => sum + fullTables(component), 0);

/** A lower upper bound, which takes longer; no tighter than what was found. */
export function boundTableCount(rules: Rules, diners: readonly number[], foundTables: number): number {
  let bound = countTablesOfComponents(rules, diners);
  for (const component of listComponents(rules, diners)) {
    if (bound <= foundTables) break;
    const alone = fullTables(component);
    bound -= alone - boundComponent(rules, component, alone - (bound - foundTables));
  }
  return bound;
}

/** Nobody may sit with anybody of another component. */
function listComponents(rules: Rules, diners: readonly number[]): number[][] {
  const left = new Set(diners);
  const components: number[][] = [];
  for (const diner of diners) {
    if (!left.delete(diner)) continue;
    const component = [diner];
    // The loop also reaches those who are added meanwhile.
    for (const member of component) {
      for (const other of left) {
        if (!rules.maySitTogether(member, other)) continue;
        left.delete(other);
        component.push(other);
      }
    }
    components.push(component);
  }
  return components;
}

/** By prices that no legal table exceeds. */
function boundComponent(rules: Rules, diners: readonly number[], enough: number): number {
  const count = diners.length;
  const counts = new Int32Array(count).fill(1);
  const pairScores = Float64Array.from({ length: count * count }, (_, i) => {
    const [one, other] = [diners[Math.floor(i / count)] as number, diners[i % count] as number];
    return one !== other && rules.maySitTogether(one, other) ? 0 : forbiddenScore;
  });
  const languages = Int32Array.from(diners, (diner) => rules.languages[diner] as number);
  const { venueKinds } = rules;
  const venueSets = venueKinds && { masks: venueKinds.masksOf(diners), wordCount: venueKinds.wordCount };
  const enumerator = new TableEnumerator(counts, pairScores, languages, { venueSets });
  const program = new LinearProgram(counts, [], 0);
  let bound = fullTables(diners);
  for (let round = 0; round < maxRounds && bound > enough; round++) {
    program.solve();
    const prices = program.prices.map((price) => Math.max(0, Math.round(price)));
    const tables: Int32Array[] = [];
    let slack = 0;
    const isComplete = enumerator.visitTables(prices, -tableWorth, (table, _worth, gain) => {
      slack = Math.max(slack, tableWorth + gain);
      if (tables.length < maxTablesPerRound) tables.push(table.slice());
      // Beyond those, only tables that lack more matter, for the bound.
      return tables.length < maxTablesPerRound ? -tableWorth : slack - tableWorth;
    });
    if (!isComplete) break;
    const sum = prices.reduce((total, price) => total + price, 0);
    if (slack < tableWorth) bound = Math.min(bound, Math.floor(sum / (tableWorth - slack)));
    if (tables.length === 0) break;
    for (const table of tables) program.addTable({ kinds: table, worth: tableWorth });
  }
  return bound;
}
