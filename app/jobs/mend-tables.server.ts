import { tableDissolved } from "../emails/table-dissolved.tsx";
import { tableSet } from "../emails/table-set.tsx";
import { longDate, timeOfDay } from "../lib/dates.ts";
import { nightOf } from "../lib/night.ts";
import { before, timeline } from "../lib/timeline.ts";
import type { JobContext } from "../load-context.ts";
import type { Diner } from "../matching/diner.ts";
import { freeSeatsFor, replacementsFor } from "../matching/reseat.ts";
import { cancelUnseated } from "../models/evening.server.ts";
import { type LoadedNight, loadNight, nightsToMend, takeSeat } from "../models/night.server.ts";

/** Fewer than this is no table; in the last hours its diners go where there are chairs. */
const fewest = 3;

/** A chair that fell free goes to whoever on standby fits the table best; a table too small is dissolved in the end. */
export async function mendTables(context: JobContext, now: Date): Promise<void> {
  for (const eventId of await nightsToMend(context.db, now)) {
    const loaded = await loadNight(context.db, eventId);
    if (loaded) await new Evening(eventId, loaded, context, now).mend();
  }
}

/** One dinner while it is mended: who sits where, as far as we have come. */
class Evening {
  readonly #tables = new Map<string, Diner[]>();
  readonly #waiting: Diner[] = [];
  readonly #booked: Map<string, LoadedNight["diners"][number]>;
  readonly #rulebook: Parameters<typeof replacementsFor>[2];
  readonly #loaded: LoadedNight;
  readonly #context: JobContext;
  readonly #now: Date;

  constructor(eventId: string, loaded: LoadedNight, context: JobContext, now: Date) {
    const night = nightOf(eventId, loaded);
    const [venue] = night.venues;
    if (!venue) throw new Error("A dinner without a venue");
    this.#loaded = loaded;
    this.#context = context;
    this.#now = now;
    this.#rulebook = { questions: night.questions, venue };
    this.#booked = new Map(loaded.diners.map((diner) => [diner.userId, diner]));
    for (const diner of night.diners) {
      const tableId = this.#booked.get(diner.id)?.tableId;
      if (tableId) this.#tables.set(tableId, [...(this.#tables.get(tableId) ?? []), diner]);
      else this.#waiting.push(diner);
    }
  }

  async mend(): Promise<void> {
    for (const [tableId, party] of this.#tables) await this.#fill(tableId, party);
    const ends = before(this.#loaded.dinner.date, timeline.standbyEnds);
    if (this.#now < ends) return;
    for (const [tableId, party] of this.#tables)
      if (party.length < fewest) await this.#dissolve(tableId, party);
  }

  async #fill(tableId: string, party: Diner[]): Promise<void> {
    for (;;) {
      const [best] = replacementsFor(party, this.#waiting, this.#rulebook);
      const diner = this.#waiting.find(({ id }) => id === best?.diner);
      if (!diner || !(await this.#seat(diner, null, tableId, party))) return;
      this.#waiting.splice(this.#waiting.indexOf(diner), 1);
    }
  }

  async #dissolve(tableId: string, party: Diner[]): Promise<void> {
    const others = [...this.#tables].filter(([id, table]) => id !== tableId && table.length >= fewest);
    const moves = freeSeatsFor(
      party,
      others.map(([, table]) => table),
      this.#rulebook,
    );
    this.#tables.delete(tableId);
    for (const { diner, table } of moves) {
      const [to, company] = others[table] ?? [];
      const moving = party.find(({ id }) => id === diner);
      if (moving && to && company && (await this.#seat(moving, tableId, to, company))) continue;
      await this.#letGo(diner, tableId);
    }
  }

  async #seat(diner: Diner, from: string | null, to: string, company: Diner[]): Promise<boolean> {
    const { db, env } = this.#context;
    const { dinner } = this.#loaded;
    const booking = this.#booked.get(diner.id);
    if (!booking) return false;
    const mail = tableSet({
      ...dinner,
      to: booking.email,
      origin: env.SITE_URL,
      bookingId: booking.bookingId,
      firstName: booking.firstName,
      when: this.#at(dinner.date),
      company: company.flatMap(({ id }) => this.#booked.get(id)?.firstName ?? []),
      shares: [],
      freeUntil: this.#at(before(dinner.date, timeline.closes)),
    });
    const done = await takeSeat(db, { bookingId: booking.bookingId, from, to, mail }, this.#now);
    if (done) company.push(diner);
    return done;
  }

  async #letGo(userId: string, tableId: string): Promise<void> {
    const { db, env } = this.#context;
    const booking = this.#booked.get(userId);
    if (!booking) return;
    const when = this.#at(this.#loaded.dinner.date);
    const mail = tableDissolved({ to: booking.email, origin: env.SITE_URL, when });
    await cancelUnseated(db, { bookingId: booking.bookingId, tableId, mail }, this.#now);
  }

  #at(date: Date): string {
    const { timeZone } = this.#loaded.dinner;
    return `${longDate(date, timeZone)}, ${timeOfDay(date, timeZone)}`;
  }
}
