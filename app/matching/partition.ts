import { seats } from "./diner.ts";

export interface Candidate {
  table: Int32Array;
  /** How far it falls short of what its diners' prices promise. */
  loss: number;
}

export interface Partition {
  /** The tables that seat everyone at the least loss, where that is within what was allowed. */
  tables: Int32Array[] | undefined;
  /** Whether the search came to its end, so that there is none better. */
  isComplete: boolean;
}

/** Seats everyone once with tables from a list, at the least loss and within `allowed`, in so many steps at most. */
export function partition(count: number, candidates: Candidate[], allowed: number, steps: number): Partition {
  const sorted = [...candidates].sort((a, b) => a.loss - b.loss);
  const chosen: Candidate[] = [];
  const seated = new Uint8Array(count);
  let best: Int32Array[] | undefined;
  let limit = allowed;
  let left = steps;

  function search(open: Candidate[], lost: number): void {
    if (chosen.length * seats === count) {
      best = chosen.map(({ table }) => table);
      limit = lost - 1e-9;
      return;
    }
    left -= open.length;
    const { scarcest, least } = outlook(open, seated);
    if (scarcest < 0 || lost + least > limit) return;
    for (const candidate of open) {
      if (left < 0 || lost + candidate.loss > limit) return;
      if (!candidate.table.includes(scarcest)) continue;
      for (const diner of candidate.table) seated[diner] = 1;
      chosen.push(candidate);
      const after = lost + candidate.loss;
      search(
        open.filter(({ table, loss }) => after + loss <= limit && table.every((diner) => !seated[diner])),
        after,
      );
      chosen.pop();
      for (const diner of candidate.table) seated[diner] = 0;
    }
  }

  search(sorted, 0);
  return { tables: best, isComplete: left >= 0 };
}

/** Who has the fewest tables left (-1 when somebody has none), and what those to be seated must lose at least. */
function outlook(open: Candidate[], seated: Uint8Array): { scarcest: number; least: number } {
  const choices = new Int32Array(seated.length);
  let least = 0;
  for (const { table, loss } of open) {
    for (const diner of table) {
      // The list is sorted, so the first table that has a diner is the least loss they may bring.
      if (choices[diner] === 0) least += loss / seats;
      choices[diner] = (choices[diner] as number) + 1;
    }
  }
  let scarcest = -1;
  for (let diner = 0; diner < seated.length; diner++) {
    if (seated[diner]) continue;
    if (choices[diner] === 0) return { scarcest: -1, least };
    if (scarcest < 0 || (choices[diner] as number) < (choices[scarcest] as number)) scarcest = diner;
  }
  return { scarcest, least };
}
