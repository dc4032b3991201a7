import { tableSize } from "#app/lib/table-size.ts";
import { addBit, hasBit, wordBits } from "#app/matching/bits.ts";
import type { Rules } from "#app/matching/rules.ts";
import { groupByMask, Transport } from "#app/matching/venues/transport.ts";
import type { VenueKinds } from "#app/matching/venues/venue-kinds.ts";

/** Seats of venues that diners take, each at a venue that suits them. */
class Seats {
  readonly #typeOf: Int32Array;
  readonly #transport: Transport;

  constructor(venueKinds: VenueKinds, diners: readonly number[]) {
    const { typeOf, masks } = groupByMask(venueKinds.masksOf(diners), venueKinds.wordCount);
    this.#typeOf = typeOf;
    const seats = venueKinds.tables.map((count) => tableSize * count);
    this.#transport = new Transport(masks, venueKinds.wordCount, seats);
  }

  /** Takes a seat for each of them, or for none. Those who have one can change seats for that. */
  take(indexes: readonly number[]): boolean {
    const types = indexes.map((index) => this.#typeOf[index] as number);
    const failed = types.findIndex((type) => !this.#transport.place(type));
    for (const type of types.slice(0, Math.max(0, failed))) this.#transport.remove(type);
    return failed < 0;
  }
}

/** Picks the first diners, as many as whole tables have seats for. Doesn't separate groups if that seats as many. */
export function takeFirst(
  { venueKinds, groups }: Rules,
  diners: readonly number[],
  venueTables: number,
): { first: number[]; others: number[] } {
  const indexes = new Map(diners.map((diner, i) => [diner, i]));
  /** Takes groups in the order of their first members. */
  const take = (maxDiners: number, groupOf: (diner: number) => readonly number[]): number[] => {
    const seats = venueKinds && new Seats(venueKinds, diners);
    const taken = new Set<number>();
    for (const diner of diners) {
      const group = groupOf(diner);
      if (taken.has(diner) || taken.size + group.length > maxDiners) continue;
      const members = group.flatMap((member) => indexes.get(member) ?? []);
      if (members.length < group.length || seats?.take(members) === false) continue;
      for (const member of group) taken.add(member);
    }
    return [...taken].sort((one, other) => one - other);
  };
  const alone = take(tableSize * Math.min(Math.floor(diners.length / tableSize), venueTables), (diner) => [
    diner,
  ]);
  const count = tableSize * Math.floor(alone.length / tableSize);
  const whole = groups && take(count, (diner) => groups.of(diner));
  const first = whole?.length === count ? whole : alone.slice(0, count);
  const isFirst = new Set(first);
  return { first, others: diners.filter((diner) => !isFirst.has(diner)) };
}

const maxBoundSteps = 4_000;

/** The kinds of venues of full tables, and how many diners with which needs sit at each kind. */
export interface VenuePlan {
  /** No seating has more tables. */
  maxTables: number;
  /** The kind of each table; empty if every venue suits everybody. */
  kinds: number[];
  typeOf: ReadonlyMap<number, number>;
  typeCount: number;
  /** Indexed by kind, then by type of diner. */
  quota: Int32Array;
}

/**
 * Plans as many full tables as possible at venues that suit their diners and with a common language, and ignores the other
 * rules. Each member of a group needs what all its members need.
 */
export function planTables(
  { venueKinds, languages, groups }: Rules,
  diners: readonly number[],
  wantedTables: number,
): VenuePlan {
  const membersOf = (diner: number) => groups?.of(diner) ?? [diner];
  const masks = Int32Array.from(diners, (diner) =>
    membersOf(diner).reduce((shared, member) => shared & (languages[member] as number), -1),
  );
  const room = new Int32Array(wordBits).fill(wantedTables);
  const byLanguage = fillKinds(diners, masks, room, wantedTables).maxTables;
  if (!venueKinds)
    return { maxTables: byLanguage, kinds: [], typeOf: new Map(), typeCount: 0, quota: new Int32Array(0) };
  const { masks: kindsOf, wordCount } = venueKinds;
  const kindMasks = venueKinds.masksOf(diners).map((mask, at) => {
    const word = at % wordCount;
    const others = membersOf(diners[(at - word) / wordCount] as number);
    return others.reduce((shared, member) => shared & (kindsOf[member * wordCount + word] as number), mask);
  });
  const plan = fillKinds(diners, kindMasks, venueKinds.tables, wantedTables);
  const maxTables = Math.min(byLanguage, plan.maxTables);
  return { ...plan, maxTables, kinds: plan.kinds.slice(0, maxTables) };
}

/** Each diner joins a table of a kind in their mask, and the kinds that the fewest could join are filled first. */
function fillKinds(
  diners: readonly number[],
  masksOfDiners: Int32Array,
  room: Int32Array,
  wantedTables: number,
): VenuePlan {
  const { transport, typeOf, typeCounts, kindMasks, kindWords } = transportSeats(masksOfDiners, room.length);
  const dinersOf = Array.from(room, (_, kind) =>
    typeCounts.reduce((sum, count, type) => sum + (hasBit(kindMasks, kind * kindWords, type) ? count : 0), 0),
  );
  const most = room.map((tables, kind) =>
    Math.min(tables, Math.floor((dinersOf[kind] as number) / tableSize)),
  );
  const order = [...most.keys()]
    .filter((kind) => (most[kind] as number) > 0)
    .sort((one, other) => (dinersOf[one] as number) - (dinersOf[other] as number));
  const kinds: number[] = [];
  let best: { kinds: number[]; quota: Int32Array } = { kinds: [], quota: transport.flow.slice() };
  let stepsLeft = maxBoundSteps;
  const choose = (i: number): void => {
    if (kinds.length > best.kinds.length) best = { kinds: [...kinds], quota: transport.flow.slice() };
    const kind = order[i];
    const tablesAfter = order.slice(i).reduce((sum, each) => sum + (most[each] as number), 0);
    if (stepsLeft-- < 0 || kind === undefined || best.kinds.length >= wantedTables) return;
    if (kinds.length + tablesAfter <= best.kinds.length) return;
    let added = 0;
    while (kinds.length < wantedTables && added < (most[kind] as number) && fillTable(transport, kind)) {
      kinds.push(kind);
      added++;
    }
    for (; added >= 0; added--) {
      choose(i + 1);
      if (added > 0) kinds.pop();
      for (let seat = 0; added > 0 && seat < tableSize; seat++) transport.remove(kind);
    }
  };
  choose(0);
  return {
    ...best,
    maxTables: stepsLeft < 0 ? wantedTables : best.kinds.length,
    typeOf: new Map(diners.map((diner, i) => [diner, typeOf[i] as number])),
    typeCount: typeCounts.length,
  };
}

/** The seats of each kind are the items, and the diners by mask are the bins. */
function transportSeats(masksOfDiners: Int32Array, kindCount: number) {
  const words = Math.ceil(kindCount / wordBits);
  const { typeOf, masks } = groupByMask(masksOfDiners, words);
  const typeCount = masks.length / words;
  const kindWords = Math.max(1, Math.ceil(typeCount / wordBits));
  const kindMasks = new Int32Array(kindCount * kindWords);
  const typeCounts = new Int32Array(typeCount);
  for (const type of typeOf) typeCounts[type] = (typeCounts[type] as number) + 1;
  for (let type = 0; type < typeCount; type++)
    for (let kind = 0; kind < kindCount; kind++)
      if (hasBit(masks, type * words, kind)) addBit(kindMasks, kind * kindWords, type);
  return {
    transport: new Transport(kindMasks, kindWords, typeCounts),
    typeOf,
    typeCounts,
    kindMasks,
    kindWords,
  };
}

function fillTable(transport: Transport, kind: number): boolean {
  for (let seat = 0; seat < tableSize; seat++) {
    if (transport.place(kind)) continue;
    for (; seat > 0; seat--) transport.remove(kind);
    return false;
  }
  return true;
}
