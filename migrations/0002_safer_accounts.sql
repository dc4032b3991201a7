CREATE TABLE `account_keys` (
	`hash` text NOT NULL,
	`user_id` text NOT NULL,
	`kept_until` integer,
	PRIMARY KEY(`hash`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `account_keys_by_user` ON `account_keys` (`user_id`);--> statement-breakpoint
CREATE INDEX `account_keys_by_end` ON `account_keys` (`kept_until`) WHERE "account_keys"."kept_until" is not null;--> statement-breakpoint
CREATE TABLE `blocks` (
	`user_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`ends_at` integer
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_avoidances` (
	`user_id` text NOT NULL,
	`other_id` text NOT NULL,
	`by_operator` integer DEFAULT true NOT NULL,
	`event_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `other_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_avoidances`("user_id", "other_id", "by_operator", "event_id", "created_at") SELECT "user_id", "other_id", "by_operator", "event_id", "created_at" FROM `avoidances`;--> statement-breakpoint
DROP TABLE `avoidances`;--> statement-breakpoint
ALTER TABLE `__new_avoidances` RENAME TO `avoidances`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `avoidances_by_other` ON `avoidances` (`other_id`);--> statement-breakpoint
CREATE INDEX `avoidances_by_event` ON `avoidances` (`event_id`);