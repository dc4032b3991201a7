CREATE TABLE `__new_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`browser` text DEFAULT 'Unknown browser' NOT NULL,
	`place` text,
	`device_hash` text,
	`last_seen_at` integer NOT NULL,
	`verified_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
INSERT INTO `__new_sessions` ("token_hash", "id", "user_id", "created_at", "expires_at", "last_seen_at")
	SELECT "token_hash", lower(hex(randomblob(16))), "user_id", "created_at", "expires_at", "created_at"
	FROM `sessions`;--> statement-breakpoint
DROP TABLE `sessions`;--> statement-breakpoint
ALTER TABLE `__new_sessions` RENAME TO `sessions`;--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_id_unique` ON `sessions` (`id`);--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `devices` (
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `token_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `devices_by_use` ON `devices` (`last_used_at`);--> statement-breakpoint
-- Links sent before have no signature that could be checked: their owners ask for new ones.
DROP TABLE `tokens`;--> statement-breakpoint
CREATE TABLE `tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`password_hash` text,
	`first_name` text,
	`last_name` text,
	`device_hash` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `tokens_by_user` ON `tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `tokens_by_expiry` ON `tokens` (`expires_at`);--> statement-breakpoint
UPDATE `outbox` SET `data` = NULL,
	`expired_at` = CASE WHEN `sent_at` IS NULL AND `parked_at` IS NULL AND `batch_id` IS NULL THEN unixepoch() * 1000 ELSE `expired_at` END
	WHERE `kind` IN ('confirm-email', 'reset-password');--> statement-breakpoint
ALTER TABLE `outbox` ADD `network` text;--> statement-breakpoint
CREATE INDEX `outbox_address_changes` ON `outbox` ("data" ->> 'userId') WHERE "outbox"."kind" = 'email-changed';--> statement-breakpoint
ALTER TABLE `sign_in_attempts` ADD `device_hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP INDEX `sign_in_attempts_by_email`;--> statement-breakpoint
CREATE INDEX `sign_in_attempts_by_time` ON `sign_in_attempts` (`at`);--> statement-breakpoint
CREATE INDEX `sign_in_attempts_by_email` ON `sign_in_attempts` (`email`,`device_hash`,`at`);--> statement-breakpoint
ALTER TABLE `events` ADD `moved_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `google_unlinked_at` integer;
