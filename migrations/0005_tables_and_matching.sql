CREATE TABLE `avoidances` (
	`user_id` text NOT NULL,
	`other_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `other_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `avoidances_by_other` ON `avoidances` (`other_id`);--> statement-breakpoint
CREATE TABLE `erasures` (
	`user_id` text PRIMARY KEY NOT NULL,
	`erased_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tables` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`number` integer NOT NULL,
	`shares` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tables_once_an_event` ON `tables` (`event_id`,`number`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `canceled_at` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `table_id` text REFERENCES tables(id);--> statement-breakpoint
ALTER TABLE `bookings` ADD `standby` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `bookings_taken` ON `bookings` (`event_id`) WHERE "bookings"."canceled" = 0;--> statement-breakpoint
CREATE INDEX `bookings_by_table` ON `bookings` (`table_id`);--> statement-breakpoint
ALTER TABLE `events` ADD `matched_at` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `claimed_by` text;--> statement-breakpoint
ALTER TABLE `events` ADD `claimed_at` integer;--> statement-breakpoint
CREATE INDEX `events_to_match` ON `events` (`closes_at`) WHERE "events"."matched_at" is null;--> statement-breakpoint
ALTER TABLE `profiles` ADD `wants_reminders` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `quiz_questions` ADD `says` text;--> statement-breakpoint
ALTER TABLE `venues` ADD `diets` text DEFAULT '[]' NOT NULL;