-- Cities
CREATE TABLE cities (
  id text PRIMARY KEY NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  country text,
  time_zone text NOT NULL,
  currency text NOT NULL,
  price integer NOT NULL,
  deposit integer NOT NULL,
  price_ranges text,
  latitude real,
  longitude real,
  CONSTRAINT cities_have_plain_slugs CHECK (slug <> '' and slug not glob '*[^a-z0-9-]*'),
  CONSTRAINT cities_have_lower_case_currencies CHECK (length(currency) = 3 and currency = lower(currency)),
  CONSTRAINT cities_have_amounts CHECK (price >= 0 and deposit >= 0)
);
CREATE UNIQUE INDEX cities_slug_unique ON cities (slug);
CREATE INDEX cities_by_name ON cities (name, slug);
CREATE INDEX cities_by_time_zone ON cities (time_zone, name, slug);
CREATE INDEX cities_by_latitude ON cities (latitude);
CREATE INDEX cities_by_deposit ON cities (deposit);
CREATE INDEX cities_by_square ON cities (cast((latitude + 90) / 4 as integer) * 90 + cast((longitude + 180) / 4 as integer));

CREATE TABLE city_requests (
  id text PRIMARY KEY NOT NULL,
  email text NOT NULL,
  city text NOT NULL,
  city_key text NOT NULL,
  created_at integer NOT NULL,
  confirmed_at integer
);
CREATE UNIQUE INDEX city_requests_once ON city_requests (email, city_key);
CREATE INDEX city_requests_confirmed ON city_requests (city_key) WHERE confirmed_at is not null;
CREATE INDEX city_requests_by_age ON city_requests (created_at);

-- Venues
CREATE TABLE venues (
  id text PRIMARY KEY NOT NULL,
  city_id text NOT NULL REFERENCES cities (id),
  name text NOT NULL,
  address text NOT NULL,
  district text,
  google_maps_link text NOT NULL,
  phone text,
  tables integer NOT NULL,
  price_level integer NOT NULL,
  step_free integer NOT NULL DEFAULT false,
  diets text NOT NULL DEFAULT '[]',
  email text,
  language text NOT NULL DEFAULT 'en',
  notes text,
  on_foot text,
  table_numbers text NOT NULL DEFAULT '[]',
  sheet_facts text NOT NULL DEFAULT '["diets","allergies","steps"]',
  photo text,
  CONSTRAINT venues_have_tables CHECK (tables > 0),
  CONSTRAINT venues_know_their_price_level CHECK (price_level between 1 and 4),
  CONSTRAINT venues_have_photos_of_their_own CHECK (photo glob 'venue/*')
);
CREATE INDEX venues_by_city ON venues (city_id);

-- Events and schedules
CREATE TABLE schedules (
  id text PRIMARY KEY NOT NULL,
  city_id text NOT NULL REFERENCES cities (id),
  weekday integer NOT NULL,
  time text NOT NULL,
  weeks integer NOT NULL,
  created_at integer NOT NULL,
  ended_at integer,
  plan_at integer NOT NULL DEFAULT 0,
  every integer NOT NULL DEFAULT 1,
  first_at integer,
  skipped text NOT NULL DEFAULT '[]',
  paused_until integer,
  paused_because text,
  CONSTRAINT schedules_repeat CHECK (every between 1 and 52),
  CONSTRAINT schedules_know_their_weekday CHECK (weekday between 1 and 7)
);
CREATE UNIQUE INDEX schedules_once_an_hour_and_city ON schedules (city_id, weekday, time) WHERE ended_at is null;
CREATE INDEX schedules_to_plan ON schedules (plan_at) WHERE ended_at is null;

CREATE TABLE schedule_venues (
  schedule_id text NOT NULL REFERENCES schedules (id),
  venue_id text NOT NULL REFERENCES venues (id),
  tables integer NOT NULL,
  PRIMARY KEY (schedule_id, venue_id),
  CONSTRAINT schedule_venues_have_tables CHECK (tables > 0)
);
CREATE INDEX schedule_venues_by_venue ON schedule_venues (venue_id);

CREATE TABLE events (
  id text PRIMARY KEY NOT NULL,
  city_id text NOT NULL REFERENCES cities (id),
  date integer NOT NULL,
  closes_at integer NOT NULL,
  capacity integer NOT NULL DEFAULT 0,
  available integer NOT NULL DEFAULT false,
  matched_at integer,
  claimed_by text,
  claimed_at integer,
  canceled_at integer,
  attendance_decided_at integer,
  moved_at integer,
  schedule_id text REFERENCES schedules (id),
  scheduled_for integer NOT NULL,
  taken integer NOT NULL DEFAULT 0,
  entries_erased_at integer,
  deposit integer,
  CONSTRAINT events_close_before_dinner CHECK (closes_at < date),
  CONSTRAINT events_have_amounts CHECK (deposit >= 0)
);
CREATE UNIQUE INDEX events_once_a_schedule_and_date ON events (schedule_id, scheduled_for);
CREATE INDEX events_to_match ON events (closes_at) WHERE matched_at is null and canceled_at is null;
CREATE INDEX events_to_decide ON events (date) WHERE attendance_decided_at is null and matched_at is not null and canceled_at is null;
CREATE INDEX events_with_tables ON events (date) WHERE matched_at is not null;
CREATE INDEX events_by_city ON events (city_id, date);
CREATE INDEX events_by_first_time ON events (city_id, scheduled_for);
CREATE INDEX events_by_date ON events (date);
CREATE INDEX events_with_open_seats ON events (date) WHERE available = 1 and canceled_at is null and matched_at is null and taken < capacity;
CREATE INDEX events_to_erase ON events (date) WHERE entries_erased_at is null;

CREATE TABLE event_venues (
  event_id text NOT NULL REFERENCES events (id),
  venue_id text NOT NULL REFERENCES venues (id),
  tables integer NOT NULL,
  tables_added_at integer,
  PRIMARY KEY (event_id, venue_id),
  CONSTRAINT event_venues_have_tables CHECK (tables > 0)
);
CREATE INDEX event_venues_by_venue ON event_venues (venue_id);
CREATE INDEX event_venues_to_try ON event_venues (event_id) WHERE tables_added_at is not null;

-- The capacity of an event is five seats for each table, whoever changes its venues.
CREATE TRIGGER event_venues_add_capacity AFTER INSERT ON event_venues
BEGIN
  UPDATE events SET capacity = capacity + 5 * NEW.tables WHERE id = NEW.event_id;
END;

CREATE TRIGGER event_venues_change_capacity AFTER UPDATE ON event_venues
BEGIN
  UPDATE events SET capacity = capacity - 5 * OLD.tables WHERE id = OLD.event_id;
  UPDATE events SET capacity = capacity + 5 * NEW.tables WHERE id = NEW.event_id;
END;

CREATE TRIGGER event_venues_take_capacity AFTER DELETE ON event_venues
BEGIN
  UPDATE events SET capacity = capacity - 5 * OLD.tables WHERE id = OLD.event_id;
END;

-- The venues of an event or a schedule are in its city. Rows may come in any order, as from a backup.
CREATE TRIGGER event_venues_add_in_city BEFORE INSERT ON event_venues
WHEN EXISTS (
  SELECT 1 FROM events o JOIN venues v ON v.id = NEW.venue_id
  WHERE o.id = NEW.event_id AND v.city_id <> o.city_id
)
BEGIN
  SELECT RAISE(ABORT, 'an event has only venues of its city');
END;

CREATE TRIGGER event_venues_change_in_city BEFORE UPDATE OF event_id, venue_id ON event_venues
WHEN EXISTS (
  SELECT 1 FROM events o JOIN venues v ON v.id = NEW.venue_id
  WHERE o.id = NEW.event_id AND v.city_id <> o.city_id
)
BEGIN
  SELECT RAISE(ABORT, 'an event has only venues of its city');
END;

CREATE TRIGGER events_add_in_city_of_venues BEFORE INSERT ON events
WHEN EXISTS (
  SELECT 1 FROM event_venues p JOIN venues v ON v.id = p.venue_id
  WHERE p.event_id = NEW.id AND v.city_id <> NEW.city_id
)
BEGIN
  SELECT RAISE(ABORT, 'an event has only venues of its city');
END;

CREATE TRIGGER events_keep_city_of_venues BEFORE UPDATE OF city_id ON events
WHEN EXISTS (
  SELECT 1 FROM event_venues p JOIN venues v ON v.id = p.venue_id
  WHERE p.event_id = NEW.id AND v.city_id <> NEW.city_id
)
BEGIN
  SELECT RAISE(ABORT, 'an event has only venues of its city');
END;

CREATE TRIGGER venues_add_in_city_of_events BEFORE INSERT ON venues
WHEN EXISTS (
  SELECT 1 FROM event_venues p JOIN events o ON o.id = p.event_id
  WHERE p.venue_id = NEW.id AND o.city_id <> NEW.city_id
)
BEGIN
  SELECT RAISE(ABORT, 'an event has only venues of its city');
END;

CREATE TRIGGER venues_keep_city_of_events BEFORE UPDATE OF city_id ON venues
WHEN EXISTS (
  SELECT 1 FROM event_venues p JOIN events o ON o.id = p.event_id
  WHERE p.venue_id = NEW.id AND o.city_id <> NEW.city_id
)
BEGIN
  SELECT RAISE(ABORT, 'an event has only venues of its city');
END;

CREATE TRIGGER schedule_venues_add_in_city BEFORE INSERT ON schedule_venues
WHEN EXISTS (
  SELECT 1 FROM schedules o JOIN venues v ON v.id = NEW.venue_id
  WHERE o.id = NEW.schedule_id AND v.city_id <> o.city_id
)
BEGIN
  SELECT RAISE(ABORT, 'a schedule has only venues of its city');
END;

CREATE TRIGGER schedule_venues_change_in_city BEFORE UPDATE OF schedule_id, venue_id ON schedule_venues
WHEN EXISTS (
  SELECT 1 FROM schedules o JOIN venues v ON v.id = NEW.venue_id
  WHERE o.id = NEW.schedule_id AND v.city_id <> o.city_id
)
BEGIN
  SELECT RAISE(ABORT, 'a schedule has only venues of its city');
END;

CREATE TRIGGER schedules_add_in_city_of_venues BEFORE INSERT ON schedules
WHEN EXISTS (
  SELECT 1 FROM schedule_venues p JOIN venues v ON v.id = p.venue_id
  WHERE p.schedule_id = NEW.id AND v.city_id <> NEW.city_id
)
BEGIN
  SELECT RAISE(ABORT, 'a schedule has only venues of its city');
END;

CREATE TRIGGER schedules_keep_city_of_venues BEFORE UPDATE OF city_id ON schedules
WHEN EXISTS (
  SELECT 1 FROM schedule_venues p JOIN venues v ON v.id = p.venue_id
  WHERE p.schedule_id = NEW.id AND v.city_id <> NEW.city_id
)
BEGIN
  SELECT RAISE(ABORT, 'a schedule has only venues of its city');
END;

CREATE TRIGGER venues_add_in_city_of_schedules BEFORE INSERT ON venues
WHEN EXISTS (
  SELECT 1 FROM schedule_venues p JOIN schedules o ON o.id = p.schedule_id
  WHERE p.venue_id = NEW.id AND o.city_id <> NEW.city_id
)
BEGIN
  SELECT RAISE(ABORT, 'a schedule has only venues of its city');
END;

CREATE TRIGGER venues_keep_city_of_schedules BEFORE UPDATE OF city_id ON venues
WHEN EXISTS (
  SELECT 1 FROM schedule_venues p JOIN schedules o ON o.id = p.schedule_id
  WHERE p.venue_id = NEW.id AND o.city_id <> NEW.city_id
)
BEGIN
  SELECT RAISE(ABORT, 'a schedule has only venues of its city');
END;

-- Accounts
CREATE TABLE users (
  id text PRIMARY KEY NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  user_name text NOT NULL,
  name_key text NOT NULL DEFAULT '',
  password_hash text,
  email_confirmed_at integer,
  created_at integer NOT NULL,
  google_unlinked_at integer,
  passkey_handle text,
  link_salt text,
  CONSTRAINT users_email_is_lower_case CHECK (email = lower(email))
);
CREATE UNIQUE INDEX users_email_unique ON users (email);
CREATE UNIQUE INDEX users_passkeyHandle_unique ON users (passkey_handle);
CREATE INDEX users_unconfirmed ON users (created_at) WHERE email_confirmed_at is null;
CREATE INDEX users_by_name ON users (name_key, email);

CREATE TABLE profiles (
  id text PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  first_name text NOT NULL,
  avatar_url text,
  is_quiz_done integer NOT NULL DEFAULT false,
  wants_reminders integer NOT NULL DEFAULT true,
  wants_invitations integer NOT NULL DEFAULT false,
  calendar_salt text,
  avatar_set_at integer,
  face integer
);
CREATE UNIQUE INDEX profiles_by_avatar_file ON profiles (substr(avatar_url, instr(avatar_url, '/') + 1));

CREATE TABLE avoidances (
  user_id text NOT NULL,
  other_id text NOT NULL,
  by_operator integer NOT NULL DEFAULT true,
  event_id text REFERENCES events (id),
  created_at integer NOT NULL,
  PRIMARY KEY (user_id, other_id)
);
CREATE INDEX avoidances_by_other ON avoidances (other_id);
CREATE INDEX avoidances_by_event ON avoidances (event_id);

CREATE TABLE sessions (
  token_hash text PRIMARY KEY NOT NULL,
  id text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  browser text NOT NULL DEFAULT 'Unknown browser',
  place text,
  device_hash text,
  last_seen_at integer NOT NULL,
  verified_at integer
);
CREATE UNIQUE INDEX sessions_id_unique ON sessions (id);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE devices (
  token_hash text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at integer NOT NULL,
  last_used_at integer NOT NULL,
  PRIMARY KEY (user_id, token_hash)
);
CREATE INDEX devices_by_use ON devices (last_used_at);

CREATE TABLE identities (
  provider text NOT NULL,
  subject text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at integer NOT NULL,
  last_used_at integer,
  PRIMARY KEY (provider, subject)
);
CREATE INDEX identities_by_user ON identities (user_id);

CREATE TABLE passkeys (
  credential_id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  public_key text NOT NULL,
  counter integer NOT NULL,
  transports text NOT NULL,
  name text NOT NULL,
  created_at integer NOT NULL,
  last_used_at integer
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

CREATE TABLE passkey_challenges (
  hash text PRIMARY KEY NOT NULL,
  purpose text NOT NULL,
  user_id text REFERENCES users (id) ON DELETE CASCADE,
  expires_at integer NOT NULL
);
CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

CREATE TABLE tokens (
  id text PRIMARY KEY NOT NULL,
  purpose text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email text NOT NULL,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  password_hash text,
  first_name text,
  last_name text,
  device_hash text
);
CREATE INDEX tokens_by_user ON tokens (user_id);
CREATE INDEX tokens_by_expiry ON tokens (expires_at);

CREATE TABLE sign_in_attempts (
  id integer PRIMARY KEY NOT NULL,
  email text NOT NULL,
  device_hash text NOT NULL DEFAULT '',
  at integer NOT NULL
);
CREATE INDEX sign_in_attempts_by_email ON sign_in_attempts (email, device_hash, at);
CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (at);

CREATE TABLE sign_ups (
  id integer PRIMARY KEY NOT NULL,
  network text NOT NULL,
  at integer NOT NULL
);
CREATE INDEX sign_ups_by_network ON sign_ups (network, at);
CREATE INDEX sign_ups_by_time ON sign_ups (at);

CREATE TABLE erasures (
  user_id text PRIMARY KEY NOT NULL,
  erased_at integer NOT NULL,
  made_by text
);

CREATE TABLE account_keys (
  hash text NOT NULL,
  user_id text NOT NULL,
  kept_until integer,
  PRIMARY KEY (hash,  user_id)
);
CREATE INDEX account_keys_by_user ON account_keys (user_id);
CREATE INDEX account_keys_by_end ON account_keys (kept_until) WHERE kept_until is not null;

CREATE TABLE account_origins (
  user_id text PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  browser text NOT NULL,
  network text,
  made_at integer NOT NULL,
  crowd_id text
);
CREATE INDEX account_origins_by_browser ON account_origins (browser);
CREATE INDEX account_origins_by_network ON account_origins (network, made_at) WHERE network is not null;
CREATE INDEX account_origins_by_crowd ON account_origins (crowd_id) WHERE crowd_id is not null;
CREATE INDEX account_origins_by_time ON account_origins (made_at);

CREATE TABLE blocks (
  user_id text PRIMARY KEY NOT NULL,
  reason text NOT NULL,
  created_at integer NOT NULL,
  ends_at integer
);

CREATE TABLE recoveries (
  user_id text PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  link_id text NOT NULL,
  new_email text NOT NULL,
  created_at integer NOT NULL,
  due_at integer NOT NULL
);
CREATE UNIQUE INDEX recoveries_linkId_unique ON recoveries (link_id);
CREATE INDEX recoveries_by_time ON recoveries (due_at);

CREATE TABLE account_actions (
  id integer PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  action text NOT NULL,
  at integer NOT NULL
);
CREATE INDEX account_actions_by_user ON account_actions (user_id, action, at);
CREATE INDEX account_actions_by_time ON account_actions (at);

CREATE TABLE security_notes (
  id integer PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  at integer NOT NULL,
  kind text NOT NULL,
  made_by text,
  detail text,
  operator text
);
CREATE INDEX security_notes_by_user ON security_notes (user_id, at);
CREATE INDEX security_notes_by_time ON security_notes (at);

CREATE TABLE desk_changes (
  id text PRIMARY KEY NOT NULL,
  operator text NOT NULL,
  command text NOT NULL,
  begun_at integer NOT NULL,
  done_at integer
);
CREATE INDEX desk_changes_by_time ON desk_changes (begun_at);

CREATE TABLE desk_forms (
  id text PRIMARY KEY NOT NULL,
  operator text NOT NULL,
  command text NOT NULL,
  fields text NOT NULL,
  result text,
  saved_at integer NOT NULL
);
CREATE INDEX desk_forms_by_time ON desk_forms (saved_at);

-- The quiz
CREATE TABLE quiz_questions (
  id integer PRIMARY KEY NOT NULL,
  position integer NOT NULL,
  question text NOT NULL,
  choices text NOT NULL,
  category text NOT NULL,
  is_multiple_choice integer NOT NULL DEFAULT false,
  is_range integer NOT NULL DEFAULT false,
  is_country integer NOT NULL DEFAULT false,
  is_year integer NOT NULL DEFAULT false,
  optional integer NOT NULL DEFAULT false,
  min_label text,
  max_label text,
  help text,
  rule text NOT NULL DEFAULT 'ignore',
  weight integer NOT NULL DEFAULT 0,
  learned_weight real,
  tells_of text NOT NULL DEFAULT 'not said',
  sensitive integer NOT NULL DEFAULT false,
  needs_consent integer NOT NULL DEFAULT false,
  role text,
  says text,
  company text,
  talkers text,
  company_says text,
  asked text NOT NULL DEFAULT 'always',
  CONSTRAINT quiz_questions_are_of_one_kind CHECK (is_multiple_choice + is_range + is_country + is_year <= 1),
  CONSTRAINT quiz_questions_know_their_category CHECK (category in ('personality', 'food', 'identity')),
  CONSTRAINT quiz_questions_are_asked_at_some_time CHECK (asked in ('always', 'for company', 'later', 'never')),
  CONSTRAINT quiz_questions_have_a_position CHECK (position > 0),
  CONSTRAINT quiz_questions_about_health_need_consent CHECK (needs_consent = 1 or role not in ('diet', 'allergy', 'access')),
  CONSTRAINT quiz_questions_about_people_are_not_about_tastes CHECK (
    tells_of <> 'tastes' or (sensitive = 0 and needs_consent = 0 and is_country = 0 and is_year = 0 and coalesce(role, '') <> 'language')
  )
);
CREATE INDEX quiz_questions_by_position ON quiz_questions (position);

CREATE TABLE user_answers (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  question_id integer NOT NULL REFERENCES quiz_questions (id),
  answer_ids text NOT NULL,
  PRIMARY KEY (user_id, question_id)
) WITHOUT ROWID;

CREATE TABLE consents (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  topic text NOT NULL,
  version integer NOT NULL,
  given_at integer NOT NULL,
  withdrawn_at integer,
  asked_at integer,
  check_at integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX consents_one_given ON consents (user_id, topic, version) WHERE withdrawn_at is null;
CREATE INDEX consents_by_user ON consents (user_id);
CREATE INDEX consents_to_check ON consents (check_at) WHERE withdrawn_at is null and topic = 'food-and-health';
CREATE INDEX consents_to_news ON consents (user_id) WHERE withdrawn_at is null and topic = 'news';

-- Bookings and tables
CREATE TABLE tables (
  id text PRIMARY KEY NOT NULL,
  event_id text NOT NULL REFERENCES events (id),
  venue_id text NOT NULL REFERENCES venues (id),
  number integer NOT NULL,
  shares text NOT NULL DEFAULT '[]',
  score real,
  closed_at integer,
  keeps_place integer NOT NULL DEFAULT false,
  closed_to_newcomers_at integer,
  seat_freed_at integer,
  company text NOT NULL DEFAULT '{}',
  taken integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX tables_once_an_event ON tables (event_id, number);
CREATE INDEX tables_to_refill ON tables (event_id) WHERE seat_freed_at is not null;
CREATE INDEX tables_by_venue ON tables (venue_id);
CREATE INDEX tables_with_free_seat ON tables (event_id) WHERE closed_at is null and taken between 1 and 4;

CREATE TABLE bookings (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  event_id text NOT NULL REFERENCES events (id),
  confirmed integer NOT NULL DEFAULT false,
  canceled integer NOT NULL DEFAULT false,
  created_at integer NOT NULL,
  canceled_at integer,
  table_id text REFERENCES tables (id),
  standby integer NOT NULL DEFAULT false,
  standby_reason text,
  reminded_at integer,
  asked_at integer,
  sequence integer NOT NULL DEFAULT 0,
  attendance text,
  canceled_by_club integer NOT NULL DEFAULT false,
  moved_at integer,
  left_venue_id text,
  pay_by integer,
  first_name text,
  together_id text,
  deposit integer,
  CONSTRAINT bookings_on_standby_have_a_reason CHECK (standby = 0 or canceled = 1 or standby_reason is not null)
);
CREATE UNIQUE INDEX bookings_one_seat_a_diner ON bookings (user_id, event_id) WHERE canceled = 0;
CREATE INDEX bookings_by_event ON bookings (event_id);
CREATE INDEX bookings_taken ON bookings (event_id) WHERE canceled = 0;
CREATE INDEX bookings_unseated ON bookings (event_id) WHERE confirmed = 0 and canceled = 0;
CREATE INDEX bookings_unreminded ON bookings (event_id) WHERE reminded_at is null and confirmed = 1 and canceled = 0;
CREATE INDEX bookings_unasked ON bookings (event_id) WHERE asked_at is null and confirmed = 1 and canceled = 0;
CREATE INDEX bookings_by_table ON bookings (table_id);
CREATE INDEX bookings_by_user ON bookings (user_id, event_id);
CREATE INDEX bookings_by_user_and_age ON bookings (user_id, created_at) WHERE created_at > 0;
CREATE INDEX bookings_to_pay ON bookings (pay_by) WHERE pay_by is not null and confirmed = 0 and canceled = 0;

CREATE TABLE line_places (
  id text PRIMARY KEY NOT NULL,
  event_id text NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  joined_at integer NOT NULL,
  offered_until integer
);
CREATE UNIQUE INDEX line_places_once ON line_places (event_id, user_id);
CREATE INDEX line_places_in_order ON line_places (event_id, joined_at, id);
CREATE INDEX line_places_offered ON line_places (offered_until) WHERE offered_until is not null;
CREATE INDEX line_places_by_user ON line_places (user_id);

-- Whoever books waits no longer.
CREATE TRIGGER bookings_leave_line AFTER INSERT ON bookings
BEGIN
  DELETE FROM line_places WHERE event_id = NEW.event_id AND user_id = NEW.user_id;
END;

CREATE TABLE pairs (
  pair_id text NOT NULL,
  booking_id text NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  asked_at integer,
  agreed_at integer,
  ended_at integer,
  PRIMARY KEY (pair_id, booking_id)
);
CREATE UNIQUE INDEX pairs_one_a_booking ON pairs (booking_id) WHERE ended_at is null;
CREATE INDEX pairs_by_booking ON pairs (booking_id);

-- A pair ends when either of both cancels, or when either booking is gone.
CREATE TRIGGER pairs_end_with_booking AFTER UPDATE OF canceled ON bookings
WHEN NEW.canceled = 1 AND OLD.canceled = 0
BEGIN
  UPDATE pairs SET ended_at = coalesce(NEW.canceled_at, 0) WHERE ended_at IS NULL
    AND pair_id IN (SELECT pair_id FROM pairs WHERE booking_id = NEW.id AND ended_at IS NULL);
END;

CREATE TABLE erased_seats (
  id text PRIMARY KEY NOT NULL,
  user_id text NOT NULL,
  table_id text NOT NULL REFERENCES tables (id),
  kept_until integer NOT NULL
);
CREATE INDEX erased_seats_by_user ON erased_seats (user_id);
CREATE INDEX erased_seats_by_table ON erased_seats (table_id);
CREATE INDEX erased_seats_by_end ON erased_seats (kept_until);

-- How many bookings an event and a table have that are not canceled.
CREATE TRIGGER bookings_add_taken AFTER INSERT ON bookings
WHEN NEW.canceled = 0
BEGIN
  UPDATE events SET taken = taken + 1 WHERE id = NEW.event_id;
END;

CREATE TRIGGER bookings_change_taken AFTER UPDATE OF canceled, event_id ON bookings
WHEN NEW.canceled <> OLD.canceled OR NEW.event_id <> OLD.event_id
BEGIN
  UPDATE events SET taken = taken - (OLD.canceled = 0) WHERE id = OLD.event_id;
  UPDATE events SET taken = taken + (NEW.canceled = 0) WHERE id = NEW.event_id;
END;

CREATE TRIGGER bookings_take_taken AFTER DELETE ON bookings
WHEN OLD.canceled = 0
BEGIN
  UPDATE events SET taken = taken - 1 WHERE id = OLD.event_id;
END;

CREATE TRIGGER bookings_add_taken_at_table AFTER INSERT ON bookings
WHEN NEW.table_id IS NOT NULL AND NEW.canceled = 0
BEGIN
  UPDATE tables SET taken = taken + 1 WHERE id = NEW.table_id;
END;

CREATE TRIGGER bookings_change_taken_at_table AFTER UPDATE OF table_id, canceled ON bookings
WHEN NEW.table_id IS NOT OLD.table_id OR (NEW.canceled <> OLD.canceled AND NEW.table_id IS NOT NULL)
BEGIN
  UPDATE tables SET taken = taken - 1 WHERE id = OLD.table_id AND OLD.canceled = 0;
  UPDATE tables SET taken = taken + 1 WHERE id = NEW.table_id AND NEW.canceled = 0;
END;

CREATE TRIGGER bookings_take_taken_at_table AFTER DELETE ON bookings
WHEN OLD.table_id IS NOT NULL AND OLD.canceled = 0
BEGIN
  UPDATE tables SET taken = taken - 1 WHERE id = OLD.table_id;
END;

-- Who came
CREATE TABLE attendance_reports (
  booking_id text NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  source text NOT NULL,
  reported_by text NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  came integer NOT NULL DEFAULT false,
  at integer NOT NULL,
  PRIMARY KEY (booking_id, source, reported_by)
);
CREATE INDEX attendance_reports_by_reporter ON attendance_reports (reported_by);
CREATE INDEX attendance_reports_of_mates ON attendance_reports (at) WHERE source = 'mate';

CREATE TABLE late_notes (
  booking_id text PRIMARY KEY NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  minutes integer NOT NULL,
  at integer NOT NULL,
  CONSTRAINT late_notes_know_their_minutes CHECK (minutes between 5 and 120)
);

CREATE TABLE phone_numbers (
  booking_id text PRIMARY KEY NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  phone text NOT NULL,
  kept_until integer NOT NULL
);
CREATE INDEX phone_numbers_by_end ON phone_numbers (kept_until);

CREATE TABLE head_counts (
  table_id text PRIMARY KEY NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  here integer NOT NULL,
  at integer NOT NULL,
  operator text NOT NULL
);
CREATE INDEX head_counts_by_age ON head_counts (at);

-- Who has arrived is at a restaurant. Elsewhere they have yet to arrive, and what was decided stays.
CREATE TRIGGER arrivals_end_when_diners_move AFTER UPDATE OF table_id ON bookings
WHEN OLD.table_id IS NOT NULL AND OLD.table_id IS NOT NEW.table_id
  AND (SELECT venue_id FROM tables WHERE id = OLD.table_id) IS NOT (SELECT venue_id FROM tables WHERE id = NEW.table_id)
  AND EXISTS (SELECT 1 FROM events e WHERE e.id = NEW.event_id AND e.attendance_decided_at IS NULL)
BEGIN
  DELETE FROM attendance_reports WHERE booking_id = NEW.id;
END;

CREATE TRIGGER arrivals_end_when_tables_move AFTER UPDATE OF venue_id ON tables
WHEN OLD.venue_id <> NEW.venue_id
  AND EXISTS (SELECT 1 FROM events e WHERE e.id = NEW.event_id AND e.attendance_decided_at IS NULL)
BEGIN
  DELETE FROM attendance_reports WHERE booking_id IN (SELECT id FROM bookings WHERE table_id = NEW.id);
  DELETE FROM head_counts WHERE table_id = NEW.id;
END;

CREATE TABLE absences (
  booking_id text PRIMARY KEY NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  told_at integer,
  contested_at integer,
  contest text,
  resolved_at integer
);
CREATE INDEX absences_untold ON absences (booking_id) WHERE told_at is null;
CREATE INDEX absences_contested ON absences (contested_at) WHERE contested_at is not null and resolved_at is null;

-- The day after
CREATE TABLE feedback (
  booking_id text PRIMARY KEY NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  rating integer,
  note text,
  contact text,
  first_answered_at integer NOT NULL,
  answered_at integer NOT NULL,
  learned_at integer,
  CONSTRAINT feedback_rates_1_to_5 CHECK (rating between 1 and 5)
);
CREATE INDEX feedback_to_learn ON feedback (answered_at) WHERE learned_at is null;
CREATE INDEX feedback_with_contact ON feedback (answered_at) WHERE contact is not null;
CREATE INDEX feedback_with_note ON feedback (answered_at) WHERE note is not null;

CREATE TABLE wishes (
  booking_id text NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  other_booking_id text NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  wants_same_table integer NOT NULL DEFAULT false,
  created_at integer NOT NULL,
  PRIMARY KEY (booking_id, other_booking_id)
);
CREATE INDEX wishes_by_other ON wishes (other_booking_id);
CREATE INDEX wishes_by_age ON wishes (created_at);

CREATE TABLE mutual_wishes (
  booking_id text NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  other_booking_id text NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  want_same_table integer NOT NULL DEFAULT false,
  told_at integer NOT NULL,
  contact text,
  other_contact text,
  PRIMARY KEY (booking_id, other_booking_id),
  CONSTRAINT mutual_wishes_have_one_order CHECK (booking_id < other_booking_id)
);
CREATE INDEX mutual_wishes_by_other ON mutual_wishes (other_booking_id);
CREATE INDEX mutual_wishes_with_contact ON mutual_wishes (told_at) WHERE contact is not null;

-- Deposits
CREATE TABLE deposits (
  id text PRIMARY KEY NOT NULL,
  booking_id text REFERENCES bookings (id) ON DELETE SET NULL,
  amount integer NOT NULL,
  currency text NOT NULL,
  state text NOT NULL DEFAULT 'open',
  cause text,
  checkout_count integer NOT NULL DEFAULT 1,
  checkout_id text,
  origin text NOT NULL,
  payment_id text,
  refunded integer NOT NULL DEFAULT 0,
  refund_amount integer,
  refund_reason text,
  refund_count integer NOT NULL DEFAULT 0,
  refund_id text,
  due_at integer NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  parked_at integer,
  parked_reason text,
  created_at integer NOT NULL,
  paid_at integer,
  settled_at integer,
  CONSTRAINT deposits_are_of_something CHECK (amount > 0)
);
CREATE UNIQUE INDEX deposits_once_a_booking ON deposits (booking_id);
CREATE UNIQUE INDEX deposits_by_payment ON deposits (payment_id);
CREATE INDEX deposits_by_state ON deposits (state, due_at);
CREATE INDEX deposits_parked ON deposits (parked_at) WHERE parked_at is not null;
CREATE INDEX deposits_by_age ON deposits (created_at);
CREATE INDEX deposits_by_state_and_age ON deposits (state, created_at);
CREATE INDEX deposits_of_erased ON deposits (paid_at) WHERE booking_id is null;

CREATE TABLE disputes (
  id text PRIMARY KEY NOT NULL,
  deposit_id text NOT NULL REFERENCES deposits (id),
  amount integer NOT NULL,
  state text NOT NULL,
  reason text NOT NULL,
  respond_by integer,
  created_at integer NOT NULL
);
CREATE INDEX disputes_by_deposit ON disputes (deposit_id, created_at);
CREATE INDEX disputes_to_answer ON disputes (respond_by) WHERE state in ('warning_needs_response', 'needs_response');

CREATE TABLE ledger (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  deposit_id text NOT NULL REFERENCES deposits (id),
  at integer NOT NULL,
  kind text NOT NULL,
  amount integer NOT NULL DEFAULT 0,
  reference text,
  cause text
);
CREATE INDEX ledger_by_deposit ON ledger (deposit_id);
CREATE INDEX ledger_of_payments ON ledger (at, id) WHERE amount <> 0;
CREATE UNIQUE INDEX ledger_one_charge ON ledger (deposit_id) WHERE kind = 'paid';
CREATE UNIQUE INDEX ledger_each_refund_once ON ledger (reference) WHERE kind = 'refunded';
CREATE UNIQUE INDEX ledger_each_dispute_once ON ledger (reference, kind) WHERE kind in ('disputed', 'dispute-won', 'dispute-lost');

-- The ledger is append-only, and gives back no more than came in. A bank may take back what was given back already.
CREATE TRIGGER ledger_is_not_rewritten BEFORE UPDATE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER ledger_is_not_torn BEFORE DELETE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER ledger_gives_back_no_more BEFORE INSERT ON ledger
WHEN NEW.kind <> 'disputed' AND NEW.amount + (SELECT coalesce(sum(amount), 0) FROM ledger
  WHERE deposit_id = NEW.deposit_id AND kind NOT IN ('disputed', 'dispute-won')) < 0
BEGIN
  SELECT RAISE(ABORT, 'more would be given back than came in');
END;

-- An event has the deposit of its city unless it is given one, and a booking that of its event when it was made.
CREATE TRIGGER events_take_deposit_of_city AFTER INSERT ON events
WHEN NEW.deposit IS NULL
BEGIN
  UPDATE events SET deposit = (SELECT deposit FROM cities WHERE id = NEW.city_id) WHERE id = NEW.id;
END;

CREATE TRIGGER bookings_take_deposit_of_event AFTER INSERT ON bookings
WHEN NEW.deposit IS NULL
BEGIN
  UPDATE bookings SET deposit = (SELECT deposit FROM events WHERE id = NEW.event_id) WHERE id = NEW.id;
END;

-- The outcome of a deposit is decided anew when what decides it changes.
CREATE TRIGGER bookings_decide_deposits AFTER UPDATE OF canceled, canceled_at, canceled_by_club, attendance ON bookings
WHEN NEW.canceled = 1 OR NEW.attendance IS NOT OLD.attendance
BEGIN
  UPDATE deposits SET due_at = 0 WHERE booking_id = NEW.id AND state = 'paid';
END;

CREATE TRIGGER events_decide_deposits AFTER UPDATE OF date, canceled_at, attendance_decided_at ON events
WHEN NEW.date <> OLD.date OR NEW.canceled_at IS NOT OLD.canceled_at OR NEW.attendance_decided_at IS NOT OLD.attendance_decided_at
BEGIN
  UPDATE deposits SET due_at = 0 WHERE +state = 'paid' AND booking_id IN (SELECT id FROM bookings WHERE event_id = NEW.id);
END;

CREATE TRIGGER changed_absences_decide_deposits AFTER UPDATE ON absences
BEGIN
  UPDATE deposits SET due_at = 0 WHERE booking_id = NEW.booking_id AND state = 'paid';
END;

CREATE TRIGGER removed_absences_decide_deposits AFTER DELETE ON absences
BEGIN
  UPDATE deposits SET due_at = 0 WHERE booking_id = OLD.booking_id AND state = 'paid';
END;

-- Hosts
CREATE TABLE host_links (
  id text PRIMARY KEY NOT NULL,
  event_id text NOT NULL REFERENCES events (id),
  venue_id text NOT NULL REFERENCES venues (id),
  email text,
  created_at integer NOT NULL,
  mailed_at integer,
  revoked_at integer
);
CREATE INDEX host_links_by_event ON host_links (event_id, venue_id);
CREATE INDEX host_links_by_venue ON host_links (venue_id);
CREATE INDEX host_links_with_email ON host_links (created_at) WHERE email is not null;
CREATE INDEX host_links_unmailed ON host_links (event_id) WHERE email is not null and mailed_at is null and revoked_at is null;

CREATE TABLE club_messages (
  id text PRIMARY KEY NOT NULL,
  event_id text REFERENCES events (id),
  city_id text REFERENCES cities (id),
  operator text NOT NULL,
  to_whom text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  recipients integer NOT NULL,
  sent_at integer NOT NULL,
  due_at integer NOT NULL,
  taken_back_at integer,
  written_up_to text
);
CREATE INDEX club_messages_by_event ON club_messages (event_id);
CREATE INDEX club_messages_by_city ON club_messages (city_id);
CREATE INDEX club_messages_to_write ON club_messages (due_at) WHERE written_up_to is not null and taken_back_at is null;
CREATE INDEX club_messages_by_age ON club_messages (sent_at);

CREATE TABLE host_messages (
  id text PRIMARY KEY NOT NULL,
  link_id text NOT NULL REFERENCES host_links (id),
  text text NOT NULL,
  sent_at integer NOT NULL
);
CREATE INDEX host_messages_by_link ON host_messages (link_id);
CREATE INDEX host_messages_by_age ON host_messages (sent_at);

CREATE TABLE walk_ins (
  id text PRIMARY KEY NOT NULL,
  table_id text NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  first_name text NOT NULL,
  at integer NOT NULL,
  operator text NOT NULL
);
CREATE INDEX walk_ins_by_table ON walk_ins (table_id);
CREATE INDEX walk_ins_by_age ON walk_ins (at);

CREATE TABLE sheets (
  id text PRIMARY KEY NOT NULL,
  event_id text NOT NULL REFERENCES events (id),
  venue_id text NOT NULL REFERENCES venues (id),
  link_id text NOT NULL,
  created_at integer NOT NULL,
  check_at integer NOT NULL,
  content text,
  sent_at integer,
  previous text,
  previous_at integer,
  answer text,
  answered_at integer,
  answered_by text,
  answer_note text
);
CREATE UNIQUE INDEX sheets_once_an_event_and_venue ON sheets (event_id, venue_id);
CREATE UNIQUE INDEX sheets_by_link ON sheets (link_id);
CREATE INDEX sheets_by_venue ON sheets (venue_id);
CREATE INDEX sheets_by_age ON sheets (created_at);

-- Match records
CREATE TABLE match_records (
  event_id text PRIMARY KEY NOT NULL REFERENCES events (id),
  entry_count integer NOT NULL,
  entries_hash text NOT NULL,
  rules_version integer NOT NULL,
  may_meet_again integer NOT NULL,
  terms text,
  written_at integer NOT NULL,
  score_floor real,
  is_exact integer,
  kept_terms text,
  table_count integer,
  seating_hash text,
  result_hash text,
  object text
);
CREATE INDEX match_records_to_store ON match_records (event_id) WHERE object is null and result_hash is not null;

CREATE TABLE match_parts (
  event_id text NOT NULL REFERENCES events (id),
  number integer NOT NULL,
  lines text NOT NULL,
  PRIMARY KEY (event_id, number)
);

CREATE TABLE entry_keys (
  booking_id text PRIMARY KEY NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  "key" text NOT NULL
);

-- Changes after the tables are made
CREATE TABLE table_changes (
  id text PRIMARY KEY NOT NULL,
  event_id text NOT NULL REFERENCES events (id),
  at integer NOT NULL,
  made_by text NOT NULL,
  what text NOT NULL
);
CREATE INDEX table_changes_by_event ON table_changes (event_id, at);

-- Learned weights
CREATE TABLE rating_sums (
  id integer PRIMARY KEY NOT NULL,
  sums text NOT NULL,
  version integer NOT NULL,
  saved_by text NOT NULL,
  updated_at integer NOT NULL,
  CONSTRAINT rating_sums_has_one_row CHECK (id = 1)
);

CREATE TABLE weight_changes (
  id text PRIMARY KEY NOT NULL,
  at integer NOT NULL,
  made_by text NOT NULL,
  weights text NOT NULL,
  answer_count integer NOT NULL,
  share real NOT NULL
);

CREATE TABLE table_terms (
  id integer PRIMARY KEY NOT NULL,
  company real NOT NULL,
  age_alone real NOT NULL,
  near_years integer NOT NULL,
  age_wide real NOT NULL,
  wide_years integer NOT NULL,
  talker_missing real NOT NULL,
  wish real NOT NULL,
  CONSTRAINT table_terms_are_one_row CHECK (id = 1)
);

-- Public figures
CREATE TABLE public_figures (
  id integer PRIMARY KEY NOT NULL,
  figures text NOT NULL,
  counted_at integer NOT NULL,
  CONSTRAINT public_figures_has_one_row CHECK (id = 1)
);

-- Emails
CREATE TABLE email_batches (
  id text PRIMARY KEY NOT NULL,
  priority integer NOT NULL,
  created_at integer NOT NULL,
  due_at integer NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  refused_attempts integer NOT NULL DEFAULT 0,
  attempted_at integer,
  claimed_by text,
  paused_until integer,
  finished_at integer,
  last_error text
);
CREATE INDEX email_batches_due ON email_batches (priority, due_at) WHERE finished_at is null;
CREATE INDEX email_batches_finished ON email_batches (finished_at) WHERE finished_at is not null;
CREATE INDEX email_batches_by_attempt ON email_batches (attempted_at);
CREATE INDEX email_batches_by_claim ON email_batches (claimed_by);
CREATE INDEX email_batches_paused ON email_batches (paused_until) WHERE paused_until is not null;

CREATE TABLE outbox (
  id text PRIMARY KEY NOT NULL,
  kind text NOT NULL,
  "to" text NOT NULL,
  priority integer NOT NULL,
  booking_id text REFERENCES bookings (id) ON DELETE CASCADE,
  data text NOT NULL,
  has_invitation integer NOT NULL DEFAULT false,
  created_at integer NOT NULL,
  due_at integer NOT NULL,
  expires_at integer NOT NULL,
  expired_at integer,
  batch_id text REFERENCES email_batches (id),
  sent_at integer,
  parked_at integer,
  last_error text
);
CREATE INDEX outbox_waiting ON outbox (priority, has_invitation, due_at) WHERE batch_id is null and sent_at is null and parked_at is null and expired_at is null;
CREATE INDEX outbox_unsent ON outbox (due_at) WHERE sent_at is null and parked_at is null and expired_at is null;
CREATE INDEX outbox_parked ON outbox (parked_at) WHERE parked_at is not null and sent_at is null;
CREATE INDEX outbox_by_batch ON outbox (batch_id) WHERE batch_id is not null;
CREATE INDEX outbox_by_booking ON outbox (booking_id);
CREATE INDEX outbox_by_age ON outbox (created_at);
CREATE INDEX outbox_by_recipient ON outbox ("to", kind, created_at);
CREATE INDEX outbox_of_messages ON outbox (data ->> 'messageId', sent_at) WHERE data ->> 'messageId' IS NOT NULL;
CREATE INDEX outbox_to_other_addresses ON outbox (data ->> 'userId') WHERE data ->> 'userId' is not null;
CREATE INDEX outbox_expired ON outbox (expired_at) WHERE expired_at is not null;

CREATE TABLE broken_addresses (
  email text PRIMARY KEY NOT NULL,
  reason text NOT NULL,
  at integer NOT NULL
, user_id text REFERENCES users(id) ON DELETE cascade);

-- Tasks of the queue
CREATE TABLE tasks (
  id text PRIMARY KEY NOT NULL,
  job text NOT NULL,
  item text NOT NULL,
  created_at integer NOT NULL,
  queued_at integer NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  parked_at integer
);
CREATE INDEX tasks_by_queue_time ON tasks (queued_at) WHERE parked_at is null;
CREATE INDEX tasks_parked ON tasks (parked_at) WHERE parked_at is not null;
CREATE INDEX broken_addresses_by_user ON broken_addresses (user_id);

-- Health of the club
CREATE TABLE heartbeats (
  name text PRIMARY KEY NOT NULL,
  at integer NOT NULL
);

CREATE TABLE incidents (
  id text PRIMARY KEY NOT NULL,
  name text NOT NULL,
  detail text NOT NULL,
  started_at integer NOT NULL,
  announced_at integer,
  ended_at integer,
  tell_at integer
);
CREATE UNIQUE INDEX incidents_one_open ON incidents (name) WHERE ended_at is null;
CREATE INDEX incidents_by_end ON incidents (ended_at);

CREATE TABLE kept_changes (
  owner text NOT NULL,
  name text NOT NULL,
  at integer NOT NULL DEFAULT (cast(unixepoch('subsec') * 1000 as integer)),
  PRIMARY KEY (owner, name)
) WITHOUT ROWID;

-- What a restored backup must not undo: npm run migration:rewrite writes these triggers from app/lib/privacy/what-survives.ts.
CREATE TRIGGER added_account_keys_are_kept AFTER INSERT ON account_keys
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'account_keys' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_account_keys_are_kept AFTER UPDATE OF hash, user_id, kept_until ON account_keys
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'account_keys' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'account_keys' WHERE OLD."user_id" <> NEW."user_id"
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_account_keys_are_kept AFTER DELETE ON account_keys
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'account_keys' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_account_origins_are_kept AFTER INSERT ON account_origins
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'account_origins' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_account_origins_are_kept AFTER UPDATE OF user_id, browser, network, made_at, crowd_id ON account_origins
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'account_origins' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_account_origins_are_kept AFTER DELETE ON account_origins
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'account_origins' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_avoidances_are_kept AFTER INSERT ON avoidances
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'avoidances' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_avoidances_are_kept AFTER UPDATE OF user_id, other_id, by_operator, event_id, created_at ON avoidances
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'avoidances' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'avoidances' WHERE OLD."user_id" <> NEW."user_id"
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_avoidances_are_kept AFTER DELETE ON avoidances
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'avoidances' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_blocks_are_kept AFTER INSERT ON blocks
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'blocks' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_blocks_are_kept AFTER UPDATE OF user_id, reason, created_at, ends_at ON blocks
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'blocks' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_blocks_are_kept AFTER DELETE ON blocks
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'blocks' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_bookings_are_kept AFTER UPDATE OF first_name, canceled, canceled_at, canceled_by_club, together_id ON bookings
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."id", 'bookings' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_bookings_are_kept AFTER DELETE ON bookings
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."id", 'bookings' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_broken_addresses_are_kept AFTER INSERT ON broken_addresses
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT coalesce(NEW."user_id", '00000000-0000-0000-0000-000000000000'), 'broken_addresses' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_broken_addresses_are_kept AFTER UPDATE OF email, user_id, reason, at ON broken_addresses
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT coalesce(NEW."user_id", '00000000-0000-0000-0000-000000000000'), 'broken_addresses' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
  INSERT INTO kept_changes (owner, name) SELECT coalesce(OLD."user_id", '00000000-0000-0000-0000-000000000000'), 'broken_addresses' WHERE coalesce(OLD."user_id", '00000000-0000-0000-0000-000000000000') <> coalesce(NEW."user_id", '00000000-0000-0000-0000-000000000000')
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_broken_addresses_are_kept AFTER DELETE ON broken_addresses
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT coalesce(OLD."user_id", '00000000-0000-0000-0000-000000000000'), 'broken_addresses' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_consents_are_kept AFTER INSERT ON consents
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'consents' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_consents_are_kept AFTER UPDATE OF id, user_id, topic, version, given_at, withdrawn_at ON consents
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'consents' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'consents' WHERE OLD."user_id" <> NEW."user_id"
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_consents_are_kept AFTER DELETE ON consents
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'consents' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_devices_are_kept AFTER INSERT ON devices
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'devices' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_devices_are_kept AFTER UPDATE OF token_hash, user_id, created_at ON devices
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'devices' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'devices' WHERE OLD."user_id" <> NEW."user_id"
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_devices_are_kept AFTER DELETE ON devices
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'devices' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_erased_seats_are_kept AFTER INSERT ON erased_seats
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'erased_seats' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_erased_seats_are_kept AFTER UPDATE OF id, user_id, table_id, kept_until ON erased_seats
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'erased_seats' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'erased_seats' WHERE OLD."user_id" <> NEW."user_id"
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_erased_seats_are_kept AFTER DELETE ON erased_seats
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'erased_seats' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_erasures_are_kept AFTER INSERT ON erasures
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'erasures' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_erasures_are_kept AFTER UPDATE OF user_id, erased_at, made_by ON erasures
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'erasures' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_feedback_are_kept AFTER INSERT ON feedback
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."booking_id", 'feedback' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_feedback_are_kept AFTER UPDATE OF booking_id, rating, note, contact, first_answered_at, answered_at ON feedback
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."booking_id", 'feedback' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_feedback_are_kept AFTER DELETE ON feedback
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."booking_id", 'feedback' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_host_links_are_kept AFTER INSERT ON host_links
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."id", 'host_links' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_host_links_are_kept AFTER UPDATE OF id, event_id, venue_id, email, created_at, revoked_at ON host_links
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."id", 'host_links' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_host_links_are_kept AFTER DELETE ON host_links
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."id", 'host_links' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_host_messages_are_kept AFTER INSERT ON host_messages
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."link_id", 'host_messages' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_host_messages_are_kept AFTER UPDATE OF id, link_id, text, sent_at ON host_messages
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."link_id", 'host_messages' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
  INSERT INTO kept_changes (owner, name) SELECT OLD."link_id", 'host_messages' WHERE OLD."link_id" <> NEW."link_id"
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_host_messages_are_kept AFTER DELETE ON host_messages
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."link_id", 'host_messages' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_identities_are_kept AFTER INSERT ON identities
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'identities' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_identities_are_kept AFTER UPDATE OF provider, subject, user_id, created_at, last_used_at ON identities
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'identities' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'identities' WHERE OLD."user_id" <> NEW."user_id"
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_identities_are_kept AFTER DELETE ON identities
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'identities' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_late_notes_are_kept AFTER INSERT ON late_notes
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."booking_id", 'late_notes' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_late_notes_are_kept AFTER UPDATE OF booking_id, minutes, at ON late_notes
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."booking_id", 'late_notes' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_late_notes_are_kept AFTER DELETE ON late_notes
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."booking_id", 'late_notes' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_mutual_wishes_are_kept AFTER INSERT ON mutual_wishes
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."booking_id", 'mutual_wishes' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_mutual_wishes_are_kept AFTER UPDATE OF booking_id, other_booking_id, contact, other_contact, want_same_table, told_at ON mutual_wishes
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."booking_id", 'mutual_wishes' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
  INSERT INTO kept_changes (owner, name) SELECT OLD."booking_id", 'mutual_wishes' WHERE OLD."booking_id" <> NEW."booking_id"
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_mutual_wishes_are_kept AFTER DELETE ON mutual_wishes
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."booking_id", 'mutual_wishes' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_pairs_are_kept AFTER INSERT ON pairs
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."pair_id", 'pairs' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_pairs_are_kept AFTER UPDATE OF pair_id, booking_id, asked_at, agreed_at, ended_at ON pairs
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."pair_id", 'pairs' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
  INSERT INTO kept_changes (owner, name) SELECT OLD."pair_id", 'pairs' WHERE OLD."pair_id" <> NEW."pair_id"
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_pairs_are_kept AFTER DELETE ON pairs
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."pair_id", 'pairs' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_passkeys_are_kept AFTER INSERT ON passkeys
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'passkeys' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_passkeys_are_kept AFTER UPDATE OF credential_id, user_id, public_key, transports, name, created_at ON passkeys
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'passkeys' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'passkeys' WHERE OLD."user_id" <> NEW."user_id"
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_passkeys_are_kept AFTER DELETE ON passkeys
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'passkeys' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_profiles_are_kept AFTER INSERT ON profiles
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."id", 'profiles' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_profiles_are_kept AFTER UPDATE OF id, first_name, avatar_url, avatar_set_at, face, is_quiz_done, wants_reminders, wants_invitations, calendar_salt ON profiles
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."id", 'profiles' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_profiles_are_kept AFTER DELETE ON profiles
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."id", 'profiles' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_user_answers_are_kept AFTER INSERT ON user_answers
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'user_answers' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_user_answers_are_kept AFTER UPDATE OF user_id, question_id, answer_ids ON user_answers
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."user_id", 'user_answers' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'user_answers' WHERE OLD."user_id" <> NEW."user_id"
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_user_answers_are_kept AFTER DELETE ON user_answers
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."user_id", 'user_answers' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_users_are_kept AFTER INSERT ON users
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."id", 'users' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_users_are_kept AFTER UPDATE OF id, email, first_name, last_name, user_name, name_key, password_hash, email_confirmed_at, created_at, google_unlinked_at, passkey_handle, link_salt ON users
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."id", 'users' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_users_are_kept AFTER DELETE ON users
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."id", 'users' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_venues_are_kept AFTER UPDATE OF phone, step_free, diets, email, language, notes, on_foot, table_numbers, sheet_facts, photo ON venues
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."id", 'venues' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_venues_are_kept AFTER DELETE ON venues
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."id", 'venues' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER added_wishes_are_kept AFTER INSERT ON wishes
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."booking_id", 'wishes' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER changed_wishes_are_kept AFTER UPDATE OF booking_id, other_booking_id, wants_same_table, created_at ON wishes
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT NEW."booking_id", 'wishes' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
  INSERT INTO kept_changes (owner, name) SELECT OLD."booking_id", 'wishes' WHERE OLD."booking_id" <> NEW."booking_id"
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

CREATE TRIGGER removed_wishes_are_kept AFTER DELETE ON wishes
BEGIN
  INSERT INTO kept_changes (owner, name) SELECT OLD."booking_id", 'wishes' WHERE true
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;
END;

-- Here they end.

-- The questions of the quiz. The id stays for ever, because answers refer to it; docs/matcher.md explains rule, weight, tells_of and says.
INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, rule, weight, says)
VALUES (
  1, 10, 'personality', 'tastes',
  'What makes a good evening?',
  '["Laughing until it hurts", "One deep conversation", "Meeting someone very different from me", "Good food; anything else is a bonus"]',
  'similar', 6,
  '["want to laugh until it hurts", "want one deep conversation", "want to meet someone very different", "come for the food"]'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, is_range, min_label, max_label, rule, weight, talkers)
VALUES (
  2, 20, 'personality', 'tastes',
  'With new people, do you listen or talk?',
  '[]',
  1, 'Mostly listen', 'Mostly talk', 'complementary', 5, '[8, 9, 10]'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, is_multiple_choice, help, rule, weight, says)
VALUES (
  3, 30, 'personality', 'tastes',
  'What makes you laugh?',
  '["Dry humor", "Bad puns", "Absurd things", "True stories", "People who laugh at themselves", "Dark humor", "Other people’s laughter"]',
  1, 'Choose all that apply.', 'overlap', 6,
  '["like dry humor", "laugh at bad puns", "laugh at absurd things", "love a true story", "like people who laugh at themselves", "like dark humor", "laugh when others laugh"]'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, is_range, min_label, max_label, rule, weight, says)
VALUES (
  4, 40, 'personality', 'tastes',
  'It’s midnight, and the party’s over. What now?',
  '[]',
  1, 'Straight to bed', 'Where to next?', 'similar', 5,
  '["go straight to bed when the party’s over", "want to keep going when the party’s over"]'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, is_multiple_choice, help, rule, weight, says)
VALUES (
  5, 50, 'personality', 'tastes',
  'What could you talk about for hours?',
  '["Films", "Books", "Music", "Sports", "Travel", "Cooking", "Science", "Technology", "History", "Art and design", "Theater", "Nature", "Animals", "Business", "Psychology", "Big questions", "Family", "Cities", "Games", "Learning languages"]',
  1, 'Choose all that apply.', 'overlap', 9,
  '["could talk about films for hours", "could talk about books for hours", "could talk about music for hours", "could talk about sports for hours", "could talk about travel for hours", "could talk about cooking for hours", "could talk about science for hours", "could talk about technology for hours", "could talk about history for hours", "could talk about art and design for hours", "could talk about theater for hours", "could talk about nature for hours", "could talk about animals for hours", "could talk about business for hours", "could talk about psychology for hours", "could talk about big questions for hours", "could talk about family for hours", "could talk about cities for hours", "could talk about games for hours", "could talk about learning languages for hours"]'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, rule, weight, says)
VALUES (
  6, 60, 'personality', 'tastes',
  'Someone at the table says something you think is wrong. What do you do?',
  '["Ask why they think so", "Say what I think", "Let it go, it’s dinner", "Enjoy the argument"]',
  'similar', 5,
  '["ask why when you disagree", "say what you think", "let things go at dinner", "enjoy a good argument"]'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, is_range, min_label, max_label, rule, weight, says, optional, asked)
VALUES (
  7, 70, 'personality', 'tastes',
  'How far ahead do you plan your week?',
  '[]',
  1, 'I decide on the day', 'It’s all in my calendar', 'similar', 2,
  '["decide on the day", "plan your week ahead"]',
  1, 'later'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, rule, weight, says)
VALUES (
  8, 80, 'personality', 'tastes',
  'What’s a free Sunday for?',
  '["A long walk", "A museum, a film or a concert", "People, the more the better", "A book and time alone", "Making or fixing something"]',
  'similar', 4,
  '["like a long walk on a free Sunday", "like a museum, a film or a concert on a free Sunday", "like company on a free Sunday", "like a book and time alone on a free Sunday", "like to make or fix something on a free Sunday"]'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, is_range, min_label, max_label, rule, weight, says)
VALUES (
  9, 90, 'personality', 'tastes',
  'How often do you try something new?',
  '[]',
  1, 'Rarely, I like what I know', 'All the time', 'similar', 4,
  '["like what you know", "try something new all the time"]'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, rule, weight, says)
VALUES (
  10, 100, 'personality', 'tastes',
  'What matters most to you in a friend?',
  '["Kindness", "Wit", "Honesty", "Curiosity", "Calm", "Drive"]',
  'similar', 5,
  '["value kindness most in a friend", "value wit most in a friend", "value honesty most in a friend", "value curiosity most in a friend", "value calm most in a friend", "value drive most in a friend"]'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, is_multiple_choice, optional, help, sensitive, needs_consent, role)
VALUES (
  11, 110, 'food', 'belief',
  'Do you follow a diet?',
  '["Vegetarian", "Vegan", "Pescatarian", "No pork", "Halal", "Kosher", "I eat everything"]',
  1, 1,
  'We seat you where there’s food for you. The restaurant only gets numbers for each table.',
  1, 1, 'diet'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, is_multiple_choice, optional, help, sensitive, needs_consent, role)
VALUES (
  12, 120, 'food', 'health',
  'Do you have any allergies?',
  '["Gluten", "Milk", "Eggs", "Nuts", "Peanuts", "Fish", "Shellfish", "Soy", "Sesame", "Celery", "Mustard", "Something else", "None"]',
  1, 1,
  'We tell the restaurant. It only gets numbers for each table. If you choose “Something else”, call the restaurant once you know your table.',
  1, 1, 'allergy'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, optional, help, sensitive, needs_consent, role)
VALUES (
  25, 125, 'food', 'health',
  'Do you need step-free access to your table?',
  '["Yes", "No"]',
  1,
  'We’ll seat you at a restaurant that has it.',
  1, 1, 'access'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, is_range, min_label, max_label, rule, weight, says, optional, asked)
VALUES (
  13, 130, 'food', 'tastes',
  'How spicy do you like your food?',
  '[]',
  1, 'Not at all', 'Until I cry', 'similar', 2,
  '["like your food mild", "like your food hot"]',
  1, 'later'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, is_range, min_label, max_label, rule, weight, says)
VALUES (
  14, 140, 'food', 'tastes',
  'There’s a dish on the menu you’ve never heard of. Do you order it?',
  '[]',
  1, 'No, I order what I know', 'Yes, right away', 'similar', 4,
  '["order what you know", "order dishes you’ve never heard of"]'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, help, rule, weight, role)
VALUES (
  15, 150, 'food', 'tastes',
  'How much would you spend on dinner, drinks included?',
  '["As little as possible", "What a dinner out usually costs", "A bit more, for a good restaurant", "More, if it’s worth it"]',
  'We won’t seat you at a restaurant with higher prices than you choose.',
  'similar', 6, 'budget'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, optional, rule, weight, sensitive, needs_consent, company)
VALUES (
  16, 160, 'food', 'drinking',
  'What do you drink with dinner?',
  '["No alcohol", "A glass with the food", "A bottle over the evening", "It depends on the evening"]',
  1, 'similar', 4, 1, 1, '[1]'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, rule, weight, says, optional, asked)
VALUES (
  17, 170, 'food', 'tastes',
  'Your own plate, or sharing?',
  '["My own plate", "We share everything", "My own, but you can try it"]',
  'similar', 2,
  '["like a plate of your own", "like to share everything", "let others try your food"]',
  1, 'later'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, rule, weight, says, optional, asked)
VALUES (
  18, 180, 'food', 'tastes',
  'Who cooks at your place on a weekday?',
  '["Me, and I enjoy it", "Me, because I have to", "Someone else at home", "Nobody, I eat out or order in"]',
  'similar', 2,
  '["cook and enjoy it", "cook because you have to", "have someone at home who cooks", "eat out or order in"]',
  1, 'later'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, is_year, rule, weight, sensitive, role)
VALUES (
  19, 190, 'identity', 'age',
  'What year were you born?',
  '[]',
  1, 'similar', 7, 1, 'age'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, optional, help, sensitive, company, asked)
VALUES (
  26, 195, 'identity', 'gender',
  'What’s your gender?',
  '["Woman", "Man", "Another word", "I’d rather not say"]',
  1,
  'Your table never sees this, and we use it for one thing.',
  1, '[1, 2, 3]', 'for company'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, is_country, optional, help, rule, weight, sensitive, asked)
VALUES (
  20, 200, 'identity', 'origin',
  'Which country are you from?',
  '[]',
  1, 1,
  'This counts a little: people from different countries have more to tell each other.',
  'complementary', 1, 1, 'later'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, is_multiple_choice, help, rule, weight, role)
VALUES (
  21, 210, 'identity', 'origin',
  'Which languages could you spend an evening in?',
  '["English", "Hungarian", "German", "French", "Spanish", "Italian", "Portuguese", "Dutch", "Polish", "Czech", "Slovak", "Romanian", "Serbian or Croatian", "Ukrainian", "Russian", "Turkish", "Arabic", "Hebrew", "Hindi", "Chinese", "Japanese", "Korean", "Vietnamese"]',
  1,
  'Everyone at your table shares at least one. With only one, you sit only with people who speak it, so a seat is less certain.',
  'overlap', 2, 'language'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, is_multiple_choice, help, rule, weight, sensitive, company)
VALUES (
  22, 220, 'identity', 'love',
  'What are you hoping for?',
  '["New friends", "People in my line of work", "A date", "A good evening, nothing more"]',
  1,
  'Choose all that apply. Your table never sees this.',
  'overlap', 7, 1, '[3]'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, optional, help, rule, weight, asked)
VALUES (
  23, 230, 'identity', 'tastes',
  'What do you do during the week?',
  '["Technology", "Health", "Teaching", "Art and media", "Business", "Law and public service", "Research", "A trade", "Hospitality", "Studying", "Family", "Something else, or nothing right now"]',
  1,
  'This counts a little: people with different jobs have more to tell each other.',
  'complementary', 2, 'later'
);

INSERT INTO quiz_questions
  (id, position, category, tells_of, question, choices, rule, weight, says, company, company_says)
VALUES (
  24, 240, 'identity', 'origin',
  'How long have you lived where you live now?',
  '["I’m only visiting", "Less than a year", "A few years", "Ten years or more", "All my life"]',
  'similar', 3,
  '["are only visiting", "have lived in your city for less than a year", "have lived in your city for a few years", "have lived in your city for ten years or more", "have always lived in the same place"]',
  '[1, 2]',
  '{"1":"is only visiting","2":"is new in town"}'
);

-- The points of whole tables; docs/matcher.md explains them.
INSERT INTO table_terms (id, company, age_alone, near_years, age_wide, wide_years, talker_missing, wish)
VALUES (1, 3.2, 10, 10, 2.5, 15, 0.5, 9.6);
