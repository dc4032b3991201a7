import { findEventsToMailHosts, mailHostLinks } from "#app/models/host/host-links.server.ts";
import type { Job } from "./job.ts";

/** Emails each host link with an address, when it begins to work. */
export const sendHostLinks: Job = {
  findItems: ({ db }, now) => findEventsToMailHosts(db, now),
  async run({ db }, eventId, now) {
    await mailHostLinks(db, eventId, now);
    return undefined;
  },
};
