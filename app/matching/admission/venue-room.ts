import { tableSize } from "#app/lib/table-size.ts";
import type { Groups } from "#app/matching/rules/groups.ts";
import type { Rules } from "#app/matching/rules/rules.ts";
import { groupByMask, Transport } from "#app/matching/venues/transport.ts";
import { addKind, hasKind, type VenueKinds, wordBits } from "#app/matching/venues/venue-kinds.ts";

/** Seats of venues that diners take one by one, each at a venue that suits them. */
export class Seats {
  readonly #typeOf: Int32Array;
  readonly #transport: Transport;

  constructor(venueKinds: VenueKinds, diners: readonly number[], tables: Int32Array) {
    const { typeOf, masks } = groupByMask(venueKinds.masksOf(diners), venueKinds.wordCount);
    this.#typeOf = typeOf;
    const seats = tables.map((count) => tableSize * count);
    this.#transport = new Transport(masks, venueKinds.wordCount, seats);
  }

  /** Returns whether there is a seat for this diner, where the others may change seats. */
  take(index: number): boolean {
    return this.#transport.place(this.#typeOf[index] as number);
  }

  /** Takes a seat for each, or for none. */
  takeAll(indexes: readonly number[]): boolean {
    const seated = indexes.findIndex((index) => !this.take(index));
    for (const index of indexes.slice(0, Math.max(0, seated))) this.giveBack(index);
    return seated < 0;
  }

  giveBack(index: number): void {
    this.#transport.remove(this.#typeOf[index] as number);
  }
}

/** The first diners, as many as whole tables of them have seats; without taking a group apart, if that makes as many. */
export function takeFirst(
  { venueKinds, groups }: Rules,
  diners: readonly number[],
  venueTables: number,
): { first: number[]; others: number[] } {
  const maxSeats = tableSize * Math.min(Math.floor(diners.length / tableSize), venueTables);
  const createSeats = () => venueKinds && new Seats(venueKinds, diners, venueKinds.tables);
  const seats = createSeats();
  const placed = seats ? diners.filter((_, i) => seats.take(i)) : diners.slice(0, maxSeats);
  const count = tableSize * Math.floor(placed.length / tableSize);
  const whole = groups && takeWholeGroups(groups, diners, count, createSeats());
  const first = whole?.length === count ? whole : placed.slice(0, count);
  const isFirst = new Set(first);
  return { first, others: diners.filter((diner) => !isFirst.has(diner)) };
}

/** In the order of the first of each group. */
function takeWholeGroups(
  groups: Groups,
  diners: readonly number[],
  maxDiners: number,
  seats: Seats | undefined,
): number[] {
  const indexes = new Map(diners.map((diner, i) => [diner, i]));
  const taken = new Set<number>();
  for (const diner of diners) {
    const group = groups.of(diner);
    if (taken.has(diner) || taken.size + group.length > maxDiners) continue;
    const members = group.flatMap((member) => indexes.get(member) ?? []);
    if (members.length < group.length || seats?.takeAll(members) === false) continue;
    for (const member of group) taken.add(member);
  }
  return [...taken].sort((one, other) => one - other);
}

/** The kinds of venues of tables for some diners, and how many diners of each mask should sit at each kind. */
export interface TableKinds {
  venueKinds: VenueKinds;
  kinds: Int32Array;
  typeOf: Map<number, number>;
  typeCount: number;
  /** By kind, then by type. */
  quota: Int32Array;
}

/** Fills table after table of those kinds that suit the most; undefined where every venue suits everybody. */
export function planTableKinds(
  { venueKinds }: Rules,
  diners: readonly number[],
  tableCount: number,
): TableKinds | undefined {
  if (!venueKinds) return undefined;
  const { transport, suits, typeOf, typeCount } = transportSeats(venueKinds, diners);
  const kinds: number[] = [];
  const left = venueKinds.tables.slice();
  const use = (kind: number) => {
    left[kind] = (left[kind] as number) - 1;
    kinds.push(kind);
  };
  for (let kind = 0; kind < venueKinds.count; kind++)
    while ((left[kind] as number) > 0 && kinds.length < tableCount && fillTable(transport, kind)) use(kind);
  while (kinds.length < tableCount) {
    let best = -1;
    let most = -1;
    for (let kind = 0; kind < venueKinds.count; kind++) {
      if ((left[kind] as number) === 0) continue;
      const waiting = transport.free.reduce((sum, count, type) => (suits(kind, type) ? sum + count : sum), 0);
      if (waiting <= most) continue;
      most = waiting;
      best = kind;
    }
    use(best);
    for (let seat = 0; seat < tableSize && transport.place(best); seat++);
  }
  return {
    venueKinds,
    kinds: Int32Array.from(kinds),
    typeOf: new Map(diners.map((diner, i) => [diner, typeOf[i] as number])),
    typeCount,
    quota: transport.flow,
  };
}

const maxBoundSteps = 4_000;

/** No more full tables than this have room at venues that suit their diners, whatever the rules between diners. */
export function boundFullTables(
  { venueKinds }: Rules,
  diners: readonly number[],
  wantedTables: number,
  room = venueKinds?.tables,
): number {
  if (!venueKinds || !room) return wantedTables;
  const { transport } = transportSeats(venueKinds, diners);
  let stepsLeft = maxBoundSteps;
  let best = 0;
  const tablesAfter = (kind: number) => room.subarray(kind).reduce((sum, each) => sum + each, 0);
  const choose = (kind: number, chosen: number): void => {
    best = Math.max(best, chosen);
    if (stepsLeft-- < 0 || kind === venueKinds.count || best >= wantedTables) return;
    if (chosen + tablesAfter(kind) <= best) return;
    let added = 0;
    while (chosen + added < wantedTables && added < (room[kind] as number) && fillTable(transport, kind))
      added++;
    for (; added >= 0; added--) {
      choose(kind + 1, chosen + added);
      for (let seat = 0; added > 0 && seat < tableSize; seat++) transport.remove(kind);
    }
  };
  choose(0, 0);
  return stepsLeft < 0 ? wantedTables : best;
}

/** The seats of each kind of venue are the items, and the diners by mask are the bins. */
function transportSeats(venueKinds: VenueKinds, diners: readonly number[]) {
  const { typeOf, masks } = groupByMask(venueKinds.masksOf(diners), venueKinds.wordCount);
  const typeCount = masks.length / venueKinds.wordCount;
  const wordCount = Math.max(1, Math.ceil(typeCount / wordBits));
  const kindMasks = new Int32Array(venueKinds.count * wordCount);
  const counts = new Int32Array(typeCount);
  for (const type of typeOf) counts[type] = (counts[type] as number) + 1;
  for (let type = 0; type < typeCount; type++)
    for (let kind = 0; kind < venueKinds.count; kind++)
      if (hasKind(masks, type * venueKinds.wordCount, kind)) addKind(kindMasks, kind * wordCount, type);
  const transport = new Transport(kindMasks, wordCount, counts);
  const suits = (kind: number, type: number) => hasKind(kindMasks, kind * wordCount, type);
  return { transport, suits, typeOf, typeCount };
}

function fillTable(transport: Transport, kind: number): boolean {
  for (let seat = 0; seat < tableSize; seat++) {
    if (transport.place(kind)) continue;
    for (; seat > 0; seat--) transport.remove(kind);
    return false;
  }
  return true;
}

interface RoomLeft {
  /** The tables that have room beside each other, as many as possible. */
  placed: number[][];
  /** Of the placed tables. */
  kinds: Int32Array;
  /** By kind. */
  free: Int32Array;
  /** The kinds at which there is room for another table, where others may move. */
  open: Int32Array;
}

/** Undefined where every venue suits everybody. */
export function findRoom({ venueKinds }: Rules, tables: readonly number[][]): RoomLeft | undefined {
  if (!venueKinds) return undefined;
  const { wordCount, count } = venueKinds;
  const masks = new Int32Array((tables.length + count) * wordCount).fill(-1, 0, tables.length * wordCount);
  for (const [i, table] of tables.entries())
    for (const diner of table)
      for (let word = 0; word < wordCount; word++)
        masks[i * wordCount + word] =
          (masks[i * wordCount + word] as number) & (venueKinds.masks[diner * wordCount + word] as number);
  for (let kind = 0; kind < count; kind++) addKind(masks, (tables.length + kind) * wordCount, kind);
  const types = groupByMask(masks, wordCount);
  const transport = new Transport(types.masks, wordCount, venueKinds.tables);
  const isPlaced = tables.map((_, i) => transport.place(types.typeOf[i] as number));
  const open = venueKinds.setOf((kind) => {
    const type = types.typeOf[tables.length + kind] as number;
    const hasRoom = transport.place(type);
    if (hasRoom) transport.remove(type);
    return hasRoom;
  });
  const placed = tables.filter((_, i) => isPlaced[i]);
  const { free } = transport;
  const kinds = tables.flatMap((_, i) => (isPlaced[i] ? [transport.take(types.typeOf[i] as number)] : []));
  return { placed, kinds: Int32Array.from(kinds), free, open };
}
