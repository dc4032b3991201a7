ALTER TABLE `match_records` ADD `seating_hash` text;--> statement-breakpoint
UPDATE `match_records` SET `seating_hash` = `result_hash`, `result_hash` = NULL;--> statement-breakpoint
ALTER TABLE `match_entries` ADD `relations_salt` text;--> statement-breakpoint
ALTER TABLE `match_entries` ADD `relations` text;--> statement-breakpoint
ALTER TABLE `match_entries` ADD `group_number` integer;--> statement-breakpoint
CREATE TABLE `match_groups` (
	`event_id` text NOT NULL,
	`number` integer NOT NULL,
	`salt` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`event_id`, `number`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `table_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`at` integer NOT NULL,
	`made_by` text NOT NULL,
	`what` text NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
INSERT INTO `table_changes` ("id", "event_id", "at", "made_by", "what")
	SELECT "id", "event_id", "at", 'operator', "what" FROM `operator_changes` ORDER BY "at", rowid;--> statement-breakpoint
DROP TABLE `operator_changes`;--> statement-breakpoint
CREATE INDEX `table_changes_by_event` ON `table_changes` (`event_id`,`at`);--> statement-breakpoint
CREATE UNIQUE INDEX `profiles_by_avatar_file` ON `profiles` (substr("avatar_url", instr("avatar_url", '/') + 1));
