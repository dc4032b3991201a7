/**
 * What a restored backup may overwrite. A newer choice about privacy, safety, access or health wins: that is the default for
 * a table with an owner, so a new column there needs no entry. The list has what the backup may bring back, column by column,
 * with the reason. The triggers of `kept_changes` and the statements of a restore are made from it.
 */
interface Survival {
  /** The column that says who owns the rows. Rows of one owner are stored in the bucket together, and win together. */
  owner?: string;
  /** Columns that come from the backup. If the owner is among them, rows are changed, but neither added nor deleted. */
  backup?: string;
  /** Columns that are stored with the others, although a change of them alone is not a choice. */
  quiet?: string;
  /** A row is removed only when no backup needs it. */
  staysForBackups?: true;
  /** Why the backup may overwrite it. */
  because?: string;
  /** Why no backup contains it. */
  notInBackup?: string;
}

const settings = "settings of the operator, which say nothing of a person";
const seating = "who sits where comes from the backup, with all that follows from it";
const sums = "sums that name nobody";
/** Such rows are deleted after D1 Time Travel. */
export const ended = "it may have ended since";
const software = "how a club runs that is not this one";

export const whatSurvives: Record<string, Survival> = {
  // Accounts
  users: { owner: "id" },
  profiles: { owner: "id" },
  identities: { owner: "user_id" },
  passkeys: { owner: "user_id", quiet: "counter last_used_at" },
  devices: { owner: "user_id", quiet: "last_used_at" },
  consents: { owner: "user_id", quiet: "asked_at check_at" },
  user_answers: { owner: "user_id" },
  avoidances: { owner: "user_id" },
  blocks: { owner: "user_id" },
  account_keys: { owner: "user_id" },
  account_origins: { owner: "user_id" },
  erasures: { owner: "user_id", staysForBackups: true },
  erased_seats: { owner: "user_id" },
  broken_addresses: { owner: "user_id" },
  city_requests: { notInBackup: "told once, and a restored one would be told again" },
  security_notes: {
    backup: "id user_id at kind made_by detail operator",
    because: "it is what happened, and no choice",
  },
  sign_ups: { backup: "id network at", because: "a limit of a day, which names nobody" },
  sessions: { notInBackup: ended },
  tokens: { notInBackup: ended },
  passkey_challenges: { notInBackup: ended },
  sign_in_attempts: { notInBackup: ended },
  recoveries: { notInBackup: ended },
  account_actions: { notInBackup: "limits of a day" },

  // Dinners of a person
  bookings: {
    owner: "id",
    backup:
      "id user_id event_id confirmed created_at table_id standby standby_reason reminded_at asked_at sequence attendance moved_at left_venue_id pay_by deposit",
    because: seating,
  },
  line_places: {
    notInBackup: "a seat that opened meanwhile is somebody else’s; who still wants one asks again",
  },
  pairs: { owner: "pair_id" },
  late_notes: { owner: "booking_id" },
  phone_numbers: { notInBackup: "gone a day after the dinner" },
  head_counts: { notInBackup: "gone a day later" },
  feedback: {
    owner: "booking_id",
    backup: "learned_at",
    because: "they say what is in the sums, which come from the backup",
  },
  wishes: { owner: "booking_id" },
  mutual_wishes: { owner: "booking_id" },
  attendance_reports: {
    backup: "booking_id source reported_by came at",
    because: "what was seen at a dinner is no choice; it is decided with `bookings.attendance`",
  },
  absences: {
    backup: "booking_id told_at contested_at contest resolved_at",
    because: "who did not come is decided again, and told again",
  },
  entry_keys: {
    backup: "booking_id key",
    because: `${seating}; those who have withdrawn a consent or are erased lose theirs again`,
  },
  deposits: {
    backup:
      "id booking_id amount currency state cause checkout_count checkout_id origin payment_id refunded refund_amount refund_reason refund_count refund_id due_at attempts parked_at parked_reason created_at paid_at settled_at",
    because: "money, which is compared with Stripe again",
  },
  disputes: {
    backup: "id deposit_id amount state reason respond_by created_at",
    because: "money, which is compared with Stripe again",
  },
  ledger: { backup: "id deposit_id at kind amount reference cause", because: "money" },
  outbox: {
    backup:
      "id kind to priority booking_id data has_invitation created_at due_at expires_at expired_at batch_id sent_at parked_at last_error",
    because: "what was sent; what was not is parked",
  },
  email_batches: {
    backup:
      "id priority created_at due_at attempts refused_attempts attempted_at claimed_by paused_until finished_at last_error",
    because: "what was sent",
  },

  // The people who welcome them
  host_links: { owner: "id", quiet: "mailed_at" },
  host_messages: { owner: "link_id" },
  sheets: { notInBackup: "gone two days after the event; restaurants get their sheets again" },
  walk_ins: { notInBackup: "gone a day later" },
  club_messages: {
    backup:
      "id event_id city_id operator to_whom subject text recipients sent_at due_at taken_back_at written_up_to",
    because: "it is what happened, and no choice",
  },

  // Dinners
  venues: {
    owner: "id",
    backup: "id city_id name address district google_maps_link tables price_level",
    because: settings,
  },
  cities: {
    backup: "id slug name country time_zone currency price deposit price_ranges latitude longitude",
    because: settings,
  },
  schedules: {
    backup:
      "id city_id weekday time weeks created_at ended_at plan_at every first_at skipped paused_until paused_because",
    because: settings,
  },
  schedule_venues: { backup: "schedule_id venue_id tables", because: settings },
  events: {
    backup:
      "id city_id date closes_at capacity taken available matched_at claimed_by claimed_at canceled_at attendance_decided_at moved_at schedule_id scheduled_for entries_erased_at deposit",
    because: settings,
  },
  event_venues: { backup: "event_id venue_id tables tables_added_at", because: settings },
  tables: {
    backup:
      "id event_id venue_id number shares company score closed_at keeps_place taken closed_to_newcomers_at seat_freed_at",
    because: `${seating}; what tables are told of those who have withdrawn a consent or are erased is forgotten again`,
  },
  table_changes: { backup: "id event_id at made_by what", because: "it names nobody" },
  match_records: {
    backup:
      "event_id entry_count entries_hash rules_version may_meet_again terms written_at score_floor is_exact kept_terms table_count seating_hash result_hash object",
    because: seating,
  },
  match_parts: { backup: "event_id number lines", because: seating },

  // Of nobody
  quiz_questions: {
    backup:
      "id position question choices category is_multiple_choice is_range is_country is_year optional min_label max_label help rule weight learned_weight tells_of sensitive needs_consent role says company asked company_says talkers",
    because: "the same for everybody, and for the migration that both have",
  },
  table_terms: {
    backup: "id company age_alone near_years age_wide wide_years talker_missing wish",
    because: settings,
  },
  weight_changes: { backup: "id at made_by weights answer_count share", because: settings },
  rating_sums: { backup: "id sums version saved_by updated_at", because: sums },
  public_figures: { backup: "id figures counted_at", because: sums },
  desk_changes: {
    backup: "id operator command begun_at done_at",
    because: "it is what happened, and no choice",
  },
  desk_forms: { notInBackup: "gone a day later" },
  tasks: { notInBackup: software },
  heartbeats: { notInBackup: software },
  incidents: { notInBackup: software },
  kept_changes: { notInBackup: software },
};
