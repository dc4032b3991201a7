import { inWords, keptMs } from "./kept-times.ts";

interface OfNobody {
  what: string;
  /** Kept forever if it is missing. */
  howLong?: string;
  removedBy?: string[];
  /** Why a part of it is kept forever. */
  staysBecause?: string;
}

/** Tables without data of a diner, which the export therefore leaves out. A name with a slash means objects in the bucket. */
export const keptOfNobody: Record<string, OfNobody> = {
  cities: {
    what: "where the club offers dinners; a booking’s export has its city",
    staysBecause: "its events, past ones too, have its time zone and currency",
  },
  venues: {
    what: "restaurants, the phone number that diners get with their table, where their sheets go, and what operators noted of them",
    staysBecause: "a past booking says where it was",
  },
  "venue/": {
    what: "photos of restaurants",
    howLong: "until another one",
    removedBy: ["deleteUnusedObjects"],
  },
  events: {
    what: "dinners that the club offers; a booking’s export has its date, city and venue",
    staysBecause: "a past booking says when it was",
  },
  event_venues: {
    what: "the restaurants of an event",
    staysBecause: "the seats of an event are counted from it",
  },
  schedules: { what: "when the club offers dinners", staysBecause: "they open the next events; a few rows" },
  schedule_venues: { what: "where it does", staysBecause: "they open the next events; a few rows" },
  quiz_questions: { what: "the same for everybody", staysBecause: "answers refer to them" },
  host_links: {
    what: "who welcomes the diners at a restaurant; their address is deleted",
    staysBecause: "`host-link list` says which restaurants had a page; a few rows an event",
    howLong: `for good; the address, ${inWords(keptMs.host)} after the event`,
    removedBy: ["deleteExpired"],
  },
  club_messages: {
    what: "what the club wrote to diners of an event, and as news",
    howLong: inWords(keptMs.clubMessage),
    removedBy: ["deleteExpired"],
  },
  host_messages: {
    what: "what a host wrote to all diners of a restaurant",
    howLong: `${inWords(keptMs.host)} after the event`,
    removedBy: ["deleteExpired"],
  },
  sheets: {
    what: "what a restaurant was told of an event, in numbers, and what it answered",
    howLong: `${inWords(keptMs.sheet)} after the event`,
    removedBy: ["deleteExpired"],
  },
  walk_ins: {
    what: "the first name of somebody without an account who took an empty seat at the door",
    howLong: inWords(keptMs.walkIn),
    removedBy: ["deleteExpired"],
  },
  head_counts: {
    what: "how many of a table an operator has counted, without who",
    howLong: inWords(keptMs.headCount),
    removedBy: ["deleteExpired"],
  },
  match_records: {
    what: "hashes of a matching run, which the receipt of a booking shows, the weights it was made with, and how many sat alone with what",
    staysBecause:
      "a receipt can be checked as long as its booking is there, and `report` shows whether promises are kept",
  },
  match_parts: {
    what: "a match record on its way into the bucket: rules, hashes of tables, and encrypted entries",
    howLong: "minutes, or as long as the bucket is away",
    removedBy: ["storeMatchRecords"],
  },
  "match-records/": {
    what: "match records: rules, hashes of tables and of entries, and entries that only the keys in `entry_keys` open",
    staysBecause: "a receipt can be checked as long as its booking is there",
  },
  table_changes: {
    what: "what changed at an event, in words that name nobody; the receipt shows it",
    staysBecause: "a receipt can be checked as long as its booking is there",
  },
  public_figures: {
    what: "sums over all dinners, for `/how-it-goes` and `ops report`",
    staysBecause: "one row, which grows no more",
  },
  rating_sums: {
    what: "sums over what all diners said of their table-mates, for learned weights",
    staysBecause: "one row, which grows no more",
  },
  table_terms: {
    what: "points of what a whole table has in common",
    staysBecause: "a row for each term",
  },
  weight_changes: {
    what: "which weights of the quiz were in force, and since when",
    staysBecause: "`ops weights` puts earlier ones back, and tells what they changed; at most one a week",
  },
  email_batches: {
    what: "which emails went out together",
    howLong: inWords(keptMs.emailBatch),
    removedBy: ["deleteExpired"],
  },
  kept_changes: {
    what: "who has changed something that is on its way to `kept-changes/`, by numbers",
    howLong: "a minute",
    removedBy: ["keepChanges"],
  },
  tasks: {
    what: "work of the software",
    howLong: `until it is done; ${inWords(keptMs.task)} where its message is lost; parked work until an operator decides`,
    removedBy: ["the task itself", "deleteExpired", "job retry"],
  },
  desk_changes: {
    what: "which operator changed something at the desk, without whom it was about",
    howLong: inWords(keptMs.deskChange),
    removedBy: ["deleteExpired"],
  },
  desk_forms: {
    what: "what an operator typed into a form at the desk, and what came of it, encrypted",
    howLong: inWords(keptMs.deskForm),
    removedBy: ["deleteExpired"],
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
