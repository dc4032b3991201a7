PRAGMA defer_foreign_keys = on;--> statement-breakpoint
CREATE TABLE `cities` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`country` text,
	`time_zone` text NOT NULL,
	`currency` text NOT NULL,
	`price` integer NOT NULL,
	`deposit` integer NOT NULL,
	`latitude` real,
	`longitude` real,
	CONSTRAINT "cities_have_plain_slugs" CHECK("cities"."slug" <> '' and "cities"."slug" not glob '*[^a-z0-9-]*'),
	CONSTRAINT "cities_have_lower_case_currencies" CHECK(length("cities"."currency") = 3 and "cities"."currency" = lower("cities"."currency")),
	CONSTRAINT "cities_ask_for_a_deposit" CHECK("cities"."price" >= 0 and "cities"."deposit" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cities_slug_unique` ON `cities` (`slug`);--> statement-breakpoint
CREATE INDEX `cities_by_name` ON `cities` (`name`,`slug`);--> statement-breakpoint
CREATE INDEX `cities_by_time_zone` ON `cities` (`time_zone`,`name`,`slug`);--> statement-breakpoint
CREATE INDEX `cities_by_latitude` ON `cities` (`latitude`);--> statement-breakpoint
-- Each time zone of before becomes a city: the part after the last slash is its name. Capitals make no other zone.
INSERT INTO `cities` (`id`, `slug`, `name`, `country`, `time_zone`, `currency`, `price`, `deposit`, `latitude`, `longitude`)
	SELECT lower(hex(randomblob(16))),
		replace(replace(replace(replace(lower(iif(count(*) OVER (PARTITION BY lower(`part`)) = 1, `part`, `time_zone`)), '_', '-'), '/', '-'), ':', '-'), '+', '-plus-'),
		replace(`part`, '_', ' '), iif(`is_budapest`, 'HU', NULL), `time_zone`, 'huf', 250000, 300000,
		iif(`is_budapest`, 47.4979, NULL), iif(`is_budapest`, 19.0402, NULL)
	FROM (SELECT `time_zone`, lower(`time_zone`) = 'europe/budapest' AS `is_budapest`,
			replace(`time_zone`, rtrim(`time_zone`, replace(`time_zone`, '/', '')), '') AS `part`
		FROM (SELECT min(`time_zone`) AS `time_zone` FROM `venues` GROUP BY lower(`time_zone`)));--> statement-breakpoint

-- Seats that were not enough for another table never had one.
-- A table that others refer to is copied, dropped and filled again under its own name.
CREATE TABLE `__old_venues` AS SELECT * FROM `venues`;--> statement-breakpoint
DROP TABLE `venues`;--> statement-breakpoint
CREATE TABLE `venues` (
	`id` text PRIMARY KEY NOT NULL,
	`city_id` text NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`district` text,
	`google_maps_link` text NOT NULL,
	`phone` text,
	`tables` integer NOT NULL,
	`price_level` integer,
	`step_free` integer DEFAULT false NOT NULL,
	`diets` text DEFAULT '[]' NOT NULL,
	`photo` text,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "venues_have_tables" CHECK("venues"."tables" > 0),
	CONSTRAINT "venues_know_their_price_level" CHECK("venues"."price_level" between 1 and 4)
);
--> statement-breakpoint
CREATE INDEX `venues_by_city` ON `venues` (`city_id`);--> statement-breakpoint
INSERT INTO `venues` (`id`, `city_id`, `name`, `address`, `google_maps_link`, `tables`, `diets`)
	SELECT `id`, (SELECT `id` FROM `cities` WHERE lower(`cities`.`time_zone`) = lower(`__old_venues`.`time_zone`)), `name`, `address`, `google_maps_link`,
		coalesce((SELECT max(max(`capacity`) / 5, 1) FROM `events` WHERE `venue_id` = `__old_venues`.`id`),
			(SELECT max(max(`capacity`) / 5, 1) FROM `schedules` WHERE `venue_id` = `__old_venues`.`id`), 4),
		`diets`
	FROM `__old_venues`;--> statement-breakpoint
DROP TABLE `__old_venues`;--> statement-breakpoint

CREATE TABLE `__old_schedules` AS SELECT * FROM `schedules`;--> statement-breakpoint
DROP TABLE `schedules`;--> statement-breakpoint
CREATE TABLE `schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`city_id` text NOT NULL,
	`weekday` integer NOT NULL,
	`time` text NOT NULL,
	`weeks` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "schedules_know_their_weekday" CHECK("schedules"."weekday" between 1 and 7)
);
--> statement-breakpoint
CREATE TABLE `schedule_venues` (
	`schedule_id` text NOT NULL,
	`venue_id` text NOT NULL,
	`tables` integer NOT NULL,
	PRIMARY KEY(`schedule_id`, `venue_id`),
	FOREIGN KEY (`schedule_id`) REFERENCES `schedules`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "schedule_venues_have_tables" CHECK("schedule_venues"."tables" > 0)
);
--> statement-breakpoint
CREATE INDEX `schedule_venues_by_venue` ON `schedule_venues` (`venue_id`);--> statement-breakpoint
-- Of the schedules of a city for one weekday and time, the oldest goes on with the venues of all.
INSERT INTO `schedules` (`id`, `city_id`, `weekday`, `time`, `weeks`, `created_at`, `ended_at`)
	SELECT `id`, `city_id`, `weekday`, `time`, `weeks`, `created_at`, iif(`ended_at` IS NULL AND `place` > 1, unixepoch() * 1000, `ended_at`)
	FROM (SELECT `s`.*, `v`.`city_id`, row_number() OVER (
			PARTITION BY `v`.`city_id`, `s`.`weekday`, `s`.`time`, `s`.`ended_at` IS NULL ORDER BY `s`.`created_at`, `s`.`id`) AS `place`
		FROM `__old_schedules` `s` JOIN `venues` `v` ON `v`.`id` = `s`.`venue_id`);--> statement-breakpoint
INSERT INTO `schedule_venues` (`schedule_id`, `venue_id`, `tables`)
	SELECT `id`, `venue_id`, max(`capacity` / 5, 1) FROM `__old_schedules`;--> statement-breakpoint
INSERT INTO `schedule_venues` (`schedule_id`, `venue_id`, `tables`)
	SELECT `kept`.`id`, `old`.`venue_id`, max(`old`.`capacity` / 5, 1) FROM `__old_schedules` `old`
	JOIN `schedules` `merged` ON `merged`.`id` = `old`.`id`
	JOIN `schedules` `kept` ON `kept`.`city_id` = `merged`.`city_id` AND `kept`.`weekday` = `merged`.`weekday`
		AND `kept`.`time` = `merged`.`time` AND `kept`.`ended_at` IS NULL AND `kept`.`id` <> `merged`.`id`
	WHERE `old`.`ended_at` IS NULL;--> statement-breakpoint
DROP TABLE `__old_schedules`;--> statement-breakpoint
CREATE UNIQUE INDEX `schedules_once_an_hour_and_city` ON `schedules` (`city_id`,`weekday`,`time`) WHERE "schedules"."ended_at" is null;--> statement-breakpoint

CREATE TABLE `__old_events` AS SELECT * FROM `events`;--> statement-breakpoint
DROP TABLE `events`;--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`city_id` text NOT NULL,
	`date` integer NOT NULL,
	`closes_at` integer NOT NULL,
	`capacity` integer DEFAULT 0 NOT NULL,
	`available` integer DEFAULT false NOT NULL,
	`matched_at` integer,
	`claimed_by` text,
	`claimed_at` integer,
	`canceled_at` integer,
	`moved_at` integer,
	`schedule_id` text,
	`scheduled_for` integer,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`schedule_id`) REFERENCES `schedules`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "events_close_before_dinner" CHECK("events"."closes_at" < "events"."date")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_once_a_schedule_and_date` ON `events` (`schedule_id`,`scheduled_for`);--> statement-breakpoint
CREATE INDEX `events_to_match` ON `events` (`closes_at`) WHERE "events"."matched_at" is null;--> statement-breakpoint
CREATE INDEX `events_by_city` ON `events` (`city_id`,`date`);--> statement-breakpoint
CREATE INDEX `events_by_date` ON `events` (`date`);--> statement-breakpoint
INSERT INTO `events` (`id`, `city_id`, `date`, `closes_at`, `available`, `matched_at`, `claimed_by`, `claimed_at`, `canceled_at`, `moved_at`, `schedule_id`, `scheduled_for`)
	SELECT `id`, (SELECT `city_id` FROM `venues` WHERE `venues`.`id` = `venue_id`), `date`, `closes_at`, `available`, `matched_at`, `claimed_by`, `claimed_at`, `canceled_at`, `moved_at`, `schedule_id`, `scheduled_for`
	FROM `__old_events`;--> statement-breakpoint
CREATE TABLE `event_venues` (
	`event_id` text NOT NULL,
	`venue_id` text NOT NULL,
	`tables` integer NOT NULL,
	PRIMARY KEY(`event_id`, `venue_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "event_venues_have_tables" CHECK("event_venues"."tables" > 0)
);
--> statement-breakpoint
CREATE INDEX `event_venues_by_venue` ON `event_venues` (`venue_id`);--> statement-breakpoint
-- The capacity of an event is five seats a table, whoever changes its venues.
CREATE TRIGGER `event_venues_add_capacity` AFTER INSERT ON `event_venues`
BEGIN
	UPDATE `events` SET `capacity` = `capacity` + 5 * NEW.`tables` WHERE `id` = NEW.`event_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `event_venues_change_capacity` AFTER UPDATE ON `event_venues`
BEGIN
	UPDATE `events` SET `capacity` = `capacity` - 5 * OLD.`tables` WHERE `id` = OLD.`event_id`;
	UPDATE `events` SET `capacity` = `capacity` + 5 * NEW.`tables` WHERE `id` = NEW.`event_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `event_venues_take_capacity` AFTER DELETE ON `event_venues`
BEGIN
	UPDATE `events` SET `capacity` = `capacity` - 5 * OLD.`tables` WHERE `id` = OLD.`event_id`;
END;
--> statement-breakpoint
INSERT INTO `event_venues` (`event_id`, `venue_id`, `tables`)
	SELECT `id`, `venue_id`, max(`capacity` / 5, 1) FROM `__old_events`;--> statement-breakpoint

CREATE TABLE `__old_tables` AS SELECT * FROM `tables`;--> statement-breakpoint
DROP TABLE `tables`;--> statement-breakpoint
CREATE TABLE `tables` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`venue_id` text NOT NULL,
	`number` integer NOT NULL,
	`shares` text DEFAULT '[]' NOT NULL,
	`closed_at` integer,
	`seat_freed_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tables_once_an_event` ON `tables` (`event_id`,`number`);--> statement-breakpoint
CREATE INDEX `tables_to_refill` ON `tables` (`event_id`) WHERE "tables"."seat_freed_at" is not null;--> statement-breakpoint
CREATE INDEX `tables_by_venue` ON `tables` (`venue_id`);--> statement-breakpoint
INSERT INTO `tables` (`id`, `event_id`, `venue_id`, `number`, `shares`, `closed_at`, `seat_freed_at`)
	SELECT `id`, `event_id`, (SELECT `venue_id` FROM `__old_events` WHERE `__old_events`.`id` = `event_id`), `number`, `shares`, `closed_at`, `seat_freed_at`
	FROM `__old_tables`;--> statement-breakpoint
DROP TABLE `__old_tables`;--> statement-breakpoint
DROP TABLE `__old_events`;--> statement-breakpoint

ALTER TABLE `match_groups` ADD `venue_id` text REFERENCES venues(id);--> statement-breakpoint
ALTER TABLE `bookings` ADD `moved_at` integer;--> statement-breakpoint

-- Amounts were forints, and are now fillér, as Stripe counts them.
DROP TRIGGER `ledger_is_not_rewritten`;--> statement-breakpoint
UPDATE `ledger` SET `amount` = 100 * `amount`;--> statement-breakpoint
CREATE TRIGGER `ledger_is_not_rewritten` BEFORE UPDATE ON `ledger`
BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;
--> statement-breakpoint
CREATE TABLE `__old_deposits` AS SELECT * FROM `deposits`;--> statement-breakpoint
DROP TABLE `deposits`;--> statement-breakpoint
CREATE TABLE `deposits` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`cause` text,
	`checkout_count` integer DEFAULT 1 NOT NULL,
	`checkout_id` text,
	`origin` text NOT NULL,
	`payment_id` text,
	`refund_count` integer DEFAULT 0 NOT NULL,
	`refund_id` text,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`parked_at` integer,
	`parked_reason` text,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`settled_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "deposits_are_of_something" CHECK("deposits"."amount" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deposits_once_a_booking` ON `deposits` (`booking_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `deposits_by_payment` ON `deposits` (`payment_id`);--> statement-breakpoint
CREATE INDEX `deposits_by_state` ON `deposits` (`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `deposits_parked` ON `deposits` (`parked_at`) WHERE "deposits"."parked_at" is not null;--> statement-breakpoint
CREATE INDEX `deposits_by_age` ON `deposits` (`created_at`);--> statement-breakpoint
INSERT INTO `deposits` (`id`, `booking_id`, `amount`, `currency`, `state`, `cause`, `checkout_count`, `checkout_id`, `origin`, `payment_id`, `refund_count`, `refund_id`, `due_at`, `attempts`, `parked_at`, `parked_reason`, `created_at`, `paid_at`, `settled_at`)
	SELECT `id`, `booking_id`, 100 * `amount`, `currency`, `state`, `cause`, `checkout_count`, `checkout_id`, `origin`, `payment_id`, `refund_count`, `refund_id`, `due_at`, `attempts`, `parked_at`, `parked_reason`, `created_at`, `paid_at`, `settled_at`
	FROM `__old_deposits`;--> statement-breakpoint
DROP TABLE `__old_deposits`;--> statement-breakpoint
UPDATE `quiz_questions` SET `role` = 'budget',
	`choices` = '["As little as possible", "What a dinner out usually costs", "Some more, for a good restaurant", "More, if it is worth it"]',
	`help` = 'We seat you where dinner costs no more than that.'
	WHERE `id` = 15;--> statement-breakpoint
DROP TRIGGER `quiz_questions_about_health_need_consent`;--> statement-breakpoint
DROP TRIGGER `quiz_questions_about_health_keep_consent`;--> statement-breakpoint
CREATE TRIGGER `quiz_questions_about_health_need_consent` BEFORE INSERT ON `quiz_questions` WHEN NEW.`role` IN ('diet', 'allergy', 'access') AND NEW.`needs_consent` = 0
BEGIN SELECT RAISE(ABORT, 'a question about diets, allergies or access needs consent'); END;--> statement-breakpoint
CREATE TRIGGER `quiz_questions_about_health_keep_consent` BEFORE UPDATE OF `role`, `needs_consent` ON `quiz_questions` WHEN NEW.`role` IN ('diet', 'allergy', 'access') AND NEW.`needs_consent` = 0
BEGIN SELECT RAISE(ABORT, 'a question about diets, allergies or access needs consent'); END;--> statement-breakpoint
INSERT INTO `quiz_questions` (`id`, `position`, `question`, `choices`, `category`, `optional`, `help`, `rule`, `weight`, `sensitive`, `needs_consent`, `role`)
	VALUES (25, 125, 'Do you need a way to the table without steps?', '["Yes", "No"]', 'food', 1, 'We seat you where there is one.', 'ignore', 0, 1, 1, 'access');
