import { tableSize } from "#app/lib/table-size.ts";
import { chooseDiners } from "#app/matching/admission/choose-diners.ts";
import { arrangeTables, type SearchOptions } from "#app/matching/arrange-tables.ts";
import type { Rules } from "#app/matching/rules.ts";
import type { FeatureVectors } from "#app/matching/scores.ts";
import type { Board } from "#app/matching/search/board.ts";

interface SeatedEverybody {
  isImpossible: boolean;
  /** Missing where not everybody is seated. */
  board?: Board;
  isExact?: boolean;
}

/** Admission and search as one, where nobody may be left out. */
export function seatEverybody(
  vectors: FeatureVectors,
  rules: Rules,
  options: Omit<SearchOptions, "legalOrder">,
): SeatedEverybody {
  const tableCount = vectors.dinerCount / tableSize;
  const { tables, maxTables } = chooseDiners(rules, vectors.dinerCount, tableCount, options.seed);
  if (tables.length < tableCount) return { isImpossible: maxTables < tableCount };
  const legalOrder = Int32Array.from(tables.flat());
  return { isImpossible: false, ...arrangeTables(vectors, rules, { ...options, legalOrder }) };
}
