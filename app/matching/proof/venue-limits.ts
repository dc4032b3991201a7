import { groupByMask, Transport } from "#app/matching/venues/transport.ts";
import { hasKind } from "#app/matching/venues/venue-kinds.ts";
import type { Cut, Fraction } from "./cuts.ts";

/** By diner kind, the kinds of venues that suit it; empty where every venue suits everybody. */
export interface VenueSets {
  masks: Int32Array;
  wordCount: number;
}

export const noVenueSets: VenueSets = { masks: new Int32Array(), wordCount: 0 };

/** Of the tables that only these venues suit, no more can be seated than these venues have. */
export interface VenueLimit {
  venues: Int32Array;
  tables: number;
}

export interface PricedLimit extends VenueLimit {
  price: number;
}

export function isWithin(venues: Int32Array, limit: Int32Array): boolean {
  for (let word = 0; word < venues.length; word++)
    if ((venues[word] as number) & ~(limit[word] as number)) return false;
  return true;
}

/** How finely fractions of tables are counted. */
const unitsPerTable = 64;
const minViolation = 0.02;

/** The venues of tables, where some have fewer tables than are seated. */
export class VenueRoom {
  readonly #sets: VenueSets;
  readonly #tables: Int32Array;

  constructor(sets: VenueSets, tables: Int32Array) {
    this.#sets = sets;
    this.#tables = tables;
  }

  cutBy({ venues, tables }: VenueLimit): Cut {
    return {
      name: `venues ${venues}`,
      limit: tables,
      counts: (kinds) => isWithin(this.#venuesOf(kinds), venues),
    };
  }

  transport(tables: readonly Int32Array[], unitsPerPlace = 1) {
    const { wordCount } = this.#sets;
    const tableMasks = new Int32Array(tables.length * wordCount);
    for (const [i, kinds] of tables.entries()) tableMasks.set(this.#venuesOf(kinds), i * wordCount);
    const { typeOf, masks } = groupByMask(tableMasks, wordCount);
    const places = this.#tables.map((count) => count * unitsPerPlace);
    return { typeOf, masks, transport: new Transport(masks, wordCount, places) };
  }

  /** Venues that have fewer tables than the fractions need of them. */
  findBrokenLimit(fractions: readonly Fraction[]): VenueLimit | undefined {
    const tables = fractions.map(({ kinds }) => kinds);
    const { typeOf, transport } = this.transport(tables, unitsPerTable);
    for (const [i, { fraction }] of fractions.entries()) {
      const type = typeOf[i] as number;
      for (let unit = Math.round(fraction * unitsPerTable); unit > 0; unit--) {
        if (transport.place(type)) continue;
        const venues = transport.listReachable(type);
        const limit = { venues, tables: this.#countTables(venues) };
        const needed = fractions.reduce(
          (sum, each) => (isWithin(this.#venuesOf(each.kinds), venues) ? sum + each.fraction : sum),
          0,
        );
        if (needed > limit.tables + minViolation) return limit;
        break;
      }
    }
    return undefined;
  }

  #countTables(venues: Int32Array): number {
    return this.#tables.reduce((sum, count, kind) => (hasKind(venues, 0, kind) ? sum + count : sum), 0);
  }

  #venuesOf(kinds: Int32Array): Int32Array {
    const { masks, wordCount } = this.#sets;
    const shared = new Int32Array(wordCount).fill(-1);
    for (const kind of kinds)
      for (let word = 0; word < wordCount; word++)
        shared[word] = (shared[word] as number) & (masks[kind * wordCount + word] as number);
    return shared;
  }
}
