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
