import { inWords, keptMs } from "./kept-times.ts";

interface OfNobody {
  what: string;
  /** For good, where nothing removes it. */
  howLong?: string;
  removedBy?: string[];
}

/** Tables that have nothing of a diner, so their export lacks them; a name with a slash is of objects in the bucket. */
export const keptOfNobody: Record<string, OfNobody> = {
  cities: { what: "where the club offers dinners; a booking’s export has its city" },
  venues: { what: "restaurants, and the phone number that diners get with their table" },
  "venue/": {
    what: "photos of restaurants",
    howLong: "until another one",
    removedBy: ["deleteUnusedPhotos"],
  },
  events: { what: "dinners that the club offers; a booking’s export has its date, city and venue" },
  event_venues: { what: "the restaurants of an event" },
  schedules: { what: "when the club offers dinners" },
  schedule_venues: { what: "where it does" },
  quiz_questions: { what: "the same for everybody" },
  host_links: {
    what: "who welcomes the diners at a restaurant; their address is deleted",
    howLong: `the address, ${inWords(keptMs.host)} after the event`,
    removedBy: ["deleteExpired"],
  },
  host_messages: {
    what: "what a host wrote to all diners of a restaurant",
    howLong: `${inWords(keptMs.host)} after the event`,
    removedBy: ["deleteExpired"],
  },
  match_records: { what: "rules and hashes of a matching run, which the receipt of a booking shows" },
  match_groups: { what: "hashes of tables, which the receipt of a booking shows" },
  table_changes: { what: "what changed at an event, in words that name nobody; the receipt shows it" },
  public_figures: { what: "sums over all dinners, for `/how-it-goes` and `ops report`" },
  rating_sums: { what: "sums over all answers of the day after, for learned weights" },
  table_terms: {
    what: "points of what a whole table has in common, and sums of the ratings of evenings, from which those of an account are taken when it is deleted",
  },
  weight_changes: { what: "which weights of the quiz were in force, and since when" },
  email_batches: {
    what: "which emails went out together",
    howLong: inWords(keptMs.emailBatch),
    removedBy: ["deleteExpired"],
  },
  kept_changes: {
    what: "numbers and hashes on their way to `kept-changes/`",
    howLong: "a minute",
    removedBy: ["keepChanges"],
  },
  tasks: {
    what: "work of the software",
    howLong: `until it is done; ${inWords(keptMs.task)} where its message is lost; parked work until an operator decides`,
    removedBy: ["the task itself", "deleteExpired", "job retry"],
  },
  heartbeats: {
    what: "when the parts of the software last ran",
    howLong: "a row for each part, which is replaced",
  },
  incidents: {
    what: "what went wrong with the software",
    howLong: `${inWords(keptMs.incident)} after its end`,
    removedBy: ["deleteExpired"],
  },
};
