CREATE TABLE `absences` (
	`booking_id` text PRIMARY KEY NOT NULL,
	`told_at` integer,
	`contested_at` integer,
	`contest` text,
	`resolved_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `absences_untold` ON `absences` (`booking_id`) WHERE "absences"."told_at" is null;--> statement-breakpoint
CREATE INDEX `absences_contested` ON `absences` (`contested_at`) WHERE "absences"."contested_at" is not null and "absences"."resolved_at" is null;--> statement-breakpoint
CREATE TABLE `attendance_reports` (
	`booking_id` text NOT NULL,
	`source` text NOT NULL,
	`reported_by` text NOT NULL,
	`came` integer DEFAULT false NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`booking_id`, `source`, `reported_by`),
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reported_by`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `attendance_reports_by_reporter` ON `attendance_reports` (`reported_by`);--> statement-breakpoint
CREATE TABLE `late_notes` (
	`booking_id` text PRIMARY KEY NOT NULL,
	`minutes` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "late_notes_know_their_minutes" CHECK("late_notes"."minutes" in (10, 20, 30))
);
--> statement-breakpoint
CREATE TABLE `feedback` (
	`booking_id` text PRIMARY KEY NOT NULL,
	`rating` integer,
	`note` text,
	`contact` text,
	`first_answered_at` integer NOT NULL,
	`answered_at` integer NOT NULL,
	`learned_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "feedback_rates_1_to_5" CHECK("feedback"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE INDEX `feedback_to_learn` ON `feedback` (`answered_at`) WHERE "feedback"."learned_at" is null;--> statement-breakpoint
CREATE INDEX `feedback_with_contact` ON `feedback` (`answered_at`) WHERE "feedback"."contact" is not null;--> statement-breakpoint
CREATE INDEX `feedback_with_note` ON `feedback` (`answered_at`) WHERE "feedback"."note" is not null;--> statement-breakpoint
CREATE TABLE `mutual_wishes` (
	`booking_id` text NOT NULL,
	`other_booking_id` text NOT NULL,
	`want_same_table` integer DEFAULT false NOT NULL,
	`told_at` integer NOT NULL,
	PRIMARY KEY(`booking_id`, `other_booking_id`),
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "mutual_wishes_have_one_order" CHECK("mutual_wishes"."booking_id" < "mutual_wishes"."other_booking_id")
);
--> statement-breakpoint
CREATE INDEX `mutual_wishes_by_other` ON `mutual_wishes` (`other_booking_id`);--> statement-breakpoint
CREATE TABLE `wishes` (
	`booking_id` text NOT NULL,
	`other_booking_id` text NOT NULL,
	`wants_same_table` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`booking_id`, `other_booking_id`),
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wishes_by_other` ON `wishes` (`other_booking_id`);--> statement-breakpoint
CREATE INDEX `wishes_by_age` ON `wishes` (`created_at`);--> statement-breakpoint
CREATE TABLE `public_figures` (
	`id` integer PRIMARY KEY NOT NULL,
	`figures` text NOT NULL,
	`counted_at` integer NOT NULL,
	CONSTRAINT "public_figures_has_one_row" CHECK("public_figures"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `host_links` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`venue_id` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL,
	`mailed_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `host_links_by_event` ON `host_links` (`event_id`);--> statement-breakpoint
CREATE INDEX `host_links_by_venue` ON `host_links` (`venue_id`);--> statement-breakpoint
CREATE INDEX `host_links_with_email` ON `host_links` (`event_id`) WHERE "host_links"."email" is not null;--> statement-breakpoint
CREATE INDEX `host_links_unmailed` ON `host_links` (`event_id`) WHERE "host_links"."email" is not null and "host_links"."mailed_at" is null and "host_links"."revoked_at" is null;--> statement-breakpoint
CREATE TABLE `host_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`link_id` text NOT NULL,
	`text` text NOT NULL,
	`sent_at` integer NOT NULL,
	FOREIGN KEY (`link_id`) REFERENCES `host_links`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `host_messages_by_link` ON `host_messages` (`link_id`);--> statement-breakpoint
CREATE INDEX `host_messages_by_age` ON `host_messages` (`sent_at`);--> statement-breakpoint
CREATE TABLE `rating_sums` (
	`id` integer PRIMARY KEY NOT NULL,
	`sums` text NOT NULL,
	`version` integer NOT NULL,
	`saved_by` text NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "rating_sums_has_one_row" CHECK("rating_sums"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `weight_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`made_by` text NOT NULL,
	`weights` text NOT NULL,
	`answer_count` integer NOT NULL,
	`share` real NOT NULL
);
--> statement-breakpoint
ALTER TABLE `avoidances` ADD `by_operator` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `avoidances` ADD `event_id` text REFERENCES events(id);--> statement-breakpoint
CREATE INDEX `avoidances_by_event` ON `avoidances` (`event_id`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `asked_at` integer;--> statement-breakpoint
CREATE INDEX `bookings_unasked` ON `bookings` (`event_id`) WHERE "bookings"."asked_at" is null and "bookings"."confirmed" = 1 and "bookings"."canceled" = 0;--> statement-breakpoint
ALTER TABLE `tables` ADD `score` real;--> statement-breakpoint
ALTER TABLE `tables` ADD `closed_to_newcomers_at` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `attendance_decided_at` integer;--> statement-breakpoint
CREATE INDEX `events_to_decide` ON `events` (`date`) WHERE "events"."attendance_decided_at" is null and "events"."matched_at" is not null;--> statement-breakpoint
ALTER TABLE `match_records` ADD `score_floor` real;--> statement-breakpoint
ALTER TABLE `quiz_questions` ADD `learned_weight` real;--> statement-breakpoint

-- Dinners of before are over: nobody is asked about them, and who came stays as the operator said.
UPDATE `bookings` SET `asked_at` = `created_at` WHERE `event_id` IN (SELECT `id` FROM `events` WHERE `date` < unixepoch() * 1000);--> statement-breakpoint
UPDATE `events` SET `attendance_decided_at` = `date` + 86400000 WHERE `date` < unixepoch() * 1000 - 86400000;--> statement-breakpoint
INSERT INTO `attendance_reports` (`booking_id`, `source`, `reported_by`, `came`, `at`)
	SELECT b.`id`, 'operator', b.`id`, b.`attendance` = 'attended', e.`date` FROM `bookings` b JOIN `events` e ON e.`id` = b.`event_id` WHERE b.`attendance` IS NOT NULL;
