import { patience } from "#app/matching/kernel/acceptance-thresholds.ts";
import type { Seats } from "#app/matching/rules/rules.ts";
import type { Vectors } from "#app/matching/scores/feature-vectors.ts";
import { type Guide, listed } from "#app/matching/search/board.ts";
import type { Floor } from "#app/matching/search/score-floor.ts";

/** What the kernel's board does, without a kernel: it looks at pairs one by one. */
export class PlainBoard implements Seats {
  readonly size = 5;
  readonly at: Int32Array;
  readonly seat: Int32Array;
  readonly table: Int32Array;
  readonly #vectors: Vectors;
  readonly #floor: Floor | undefined;

  constructor(vectors: Vectors, order: Int32Array, floor?: Floor) {
    this.#vectors = vectors;
    this.#floor = floor;
    this.at = order.slice();
    this.seat = new Int32Array(order.length);
    this.table = new Int32Array(order.length);
    order.forEach((diner, seat) => {
      this.seat[diner] = seat;
      this.table[diner] = Math.floor(seat / this.size);
    });
  }

  score(table: number): number {
    const members = this.#members(table);
    return members.reduce((sum, one) => sum + this.#fit(one, members), 0) / 2;
  }

  gain(one: number, other: number, slack: number): number {
    const [a, b] = [this.table[one] ?? 0, this.table[other] ?? 0];
    const [here, there] = [this.#members(a), this.#members(b)];
    const isPoor = (table: number) => this.#floor && this.score(table) < this.#floor.height;
    const arriving = this.#fit(one, there.toSpliced(there.indexOf(other), 1));
    const staying = this.#fit(one, here);
    if (arriving - staying + slack < 0 && !isPoor(a) && !isPoor(b)) return -Infinity;
    const less = this.#fit(other, here.toSpliced(here.indexOf(one), 1)) - staying;
    const more = arriving - this.#fit(other, there);
    const change = (table: number, by: number) =>
      this.#worth(this.score(table) + by) - this.#worth(this.score(table));
    return change(a, less) + change(b, more);
  }

  sweep({ partners, rules, random }: Guide, temperature: number, proposals: number): number {
    const { size, at, seat, table } = this;
    const count = at.length;
    let accepted = 0;
    let diner = random.below(count);
    for (let i = 0; i < proposals; i++) {
      diner = (diner + 1) % count;
      const bits = random.next();
      const partner = partners[diner * listed + ((bits >>> 5) & (listed - 1))] ?? 0;
      const place = (seat[partner] ?? 0) % size;
      const next = (place + 1 + ((((bits >>> 9) & 2047) * (size - 1)) >>> 11)) % size;
      const beside = at[(table[partner] ?? 0) * size + next] ?? 0;
      const other = bits & 31 ? beside : Math.imul((bits >>> 4) & 0xffff, count) >>> 16;
      if (table[diner] === table[other]) continue;
      const slack = Math.floor(temperature * (patience[bits >>> 20] ?? 0) + 0.5);
      if (this.gain(diner, other, slack) + slack < 0) continue;
      if (rules.any && !rules.allow(this, diner, other)) continue;
      this.#swap(diner, other);
      accepted++;
    }
    return accepted;
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.seat[one] ?? 0, this.seat[other] ?? 0];
    this.at.set([other], first);
    this.at.set([one], second);
    this.seat.set([second], one);
    this.seat.set([first], other);
    this.table.set([Math.floor(second / this.size)], one);
    this.table.set([Math.floor(first / this.size)], other);
  }

  #members = (table: number) => [...this.at.subarray(table * this.size, (table + 1) * this.size)];

  #fit = (one: number, others: number[]) =>
    others.reduce((sum, other) => sum + (other === one ? 0 : this.#vectors.dot(one, other)), 0);

  #worth = (score: number) => this.#floor?.worth(score) ?? score;
}
