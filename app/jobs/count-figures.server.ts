import { areFiguresDue, countNextDinners } from "#app/models/figures/club-figures.server.ts";
import type { Job } from "./job.ts";

/** Of up to 10,000 seats each. */
const maxPortions = 5;

/** Adds the dinners to the club's figures that have become old enough, once a day. */
export const countFigures: Job = {
  findItems: async ({ db }, now) => ((await areFiguresDue(db, now)) ? ["all"] : []),
  async run({ db }, _, now) {
    for (let i = 0; i < maxPortions; i++) if (!(await countNextDinners(db, now))) return undefined;
    return "more";
  },
};
