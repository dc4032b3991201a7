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
ALTER TABLE `bookings` ADD `sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `bookings_taken` ON `bookings` (`event_id`) WHERE "bookings"."canceled" = 0;--> statement-breakpoint
CREATE INDEX `bookings_by_table` ON `bookings` (`table_id`);--> statement-breakpoint
ALTER TABLE `profiles` ADD `wants_reminders` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `venues` ADD `diets` text DEFAULT '[]' NOT NULL;