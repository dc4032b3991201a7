CREATE TABLE `recoveries` (
	`user_id` text PRIMARY KEY NOT NULL,
	`link_id` text NOT NULL,
	`new_email` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recoveries_linkId_unique` ON `recoveries` (`link_id`);--> statement-breakpoint
CREATE INDEX `recoveries_by_time` ON `recoveries` (`due_at`);--> statement-breakpoint
CREATE TABLE `account_actions` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`action` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_actions_by_user` ON `account_actions` (`user_id`,`action`,`at`);--> statement-breakpoint
CREATE INDEX `account_actions_by_time` ON `account_actions` (`at`);--> statement-breakpoint
CREATE TABLE `security_notes` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`made_by` text,
	`detail` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `security_notes_by_user` ON `security_notes` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `security_notes_by_time` ON `security_notes` (`at`);