import { tableSize } from "#app/lib/table-size.ts";

/** Diners who sit at one table, or have no seat. */
export class Groups {
  /** The group of each diner; a diner without a group is a group of one. */
  readonly #groupOf: readonly (readonly number[])[];
  readonly #hasGroup: Uint8Array;

  constructor(dinerCount: number, groups: readonly (readonly number[])[]) {
    const groupOf = Array.from({ length: dinerCount }, (_, diner): readonly number[] => [diner]);
    for (const group of groups) for (const diner of group) groupOf[diner] = group;
    this.#groupOf = groupOf;
    this.#hasGroup = Uint8Array.from(groupOf, (group) => (group.length > 1 ? 1 : 0));
  }

  of(diner: number): readonly number[] {
    return this.#groupOf[diner] as readonly number[];
  }

  hasGroup(diner: number): boolean {
    return this.#hasGroup[diner] === 1;
  }

  areTogether(one: number, other: number): boolean {
    return this.of(one) === this.of(other);
  }

  /** Counts the members of the table's groups who have no seat there, and no free seat either. */
  countMissing(table: ArrayLike<number>): number {
    let missing = 0;
    for (let i = 0; i < table.length; i++) {
      if (!this.hasGroup(table[i] as number)) continue;
      const group = this.of(table[i] as number);
      let isFirst = true;
      let seated = 0;
      for (let j = 0; j < table.length; j++) {
        if (!group.includes(table[j] as number)) continue;
        if (j < i) isFirst = false;
        seated++;
      }
      if (isFirst) missing += group.length - seated;
    }
    return Math.max(0, table.length + missing - tableSize);
  }
}
