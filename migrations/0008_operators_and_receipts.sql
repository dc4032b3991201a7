CREATE TABLE `entries` (
	`event_id` text NOT NULL,
	`hash` text NOT NULL,
	`user_id` text,
	`salt` text,
	`entry` text,
	PRIMARY KEY(`event_id`, `hash`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `entries_by_user` ON `entries` (`user_id`);--> statement-breakpoint
CREATE TABLE `hand_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`at` integer NOT NULL,
	`what` text NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `hand_changes_by_event` ON `hand_changes` (`event_id`,`at`);--> statement-breakpoint
CREATE TABLE `receipts` (
	`event_id` text PRIMARY KEY NOT NULL,
	`frame` text NOT NULL,
	`entries_hash` text NOT NULL,
	`rules_version` integer NOT NULL,
	`written_at` integer NOT NULL,
	`result_hash` text,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `rules` (
	`id` text PRIMARY KEY NOT NULL,
	`venue_id` text NOT NULL,
	`weekday` integer NOT NULL,
	`time` text NOT NULL,
	`capacity` integer NOT NULL,
	`weeks` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rules_know_their_weekday" CHECK("rules"."weekday" between 1 and 7),
	CONSTRAINT "rules_seat_someone" CHECK("rules"."capacity" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rules_once_an_hour_and_venue` ON `rules` (`venue_id`,`weekday`,`time`) WHERE "rules"."ended_at" is null;--> statement-breakpoint
ALTER TABLE `bookings` ADD `attendance` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `canceled_by_club` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `canceled_at` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `rule_id` text REFERENCES rules(id);--> statement-breakpoint
ALTER TABLE `events` ADD `planned_for` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `events_once_a_rule_and_date` ON `events` (`rule_id`,`planned_for`);