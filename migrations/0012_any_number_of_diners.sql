CREATE TABLE `email_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`priority` integer NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`refused_attempts` integer DEFAULT 0 NOT NULL,
	`attempted_at` integer,
	`claimed_by` text,
	`paused_until` integer,
	`finished_at` integer,
	`last_error` text
);--> statement-breakpoint
CREATE INDEX `email_batches_due` ON `email_batches` (`priority`,`due_at`) WHERE "email_batches"."finished_at" is null;--> statement-breakpoint
CREATE INDEX `email_batches_finished` ON `email_batches` (`finished_at`) WHERE "email_batches"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX `email_batches_by_attempt` ON `email_batches` (`attempted_at`);--> statement-breakpoint
CREATE INDEX `email_batches_by_claim` ON `email_batches` (`claimed_by`);--> statement-breakpoint
CREATE INDEX `email_batches_paused` ON `email_batches` (`paused_until`) WHERE "email_batches"."paused_until" is not null;--> statement-breakpoint
CREATE TABLE `heartbeats` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`detail` text NOT NULL,
	`started_at` integer NOT NULL,
	`announced_at` integer,
	`ended_at` integer
);--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_one_open` ON `incidents` (`name`) WHERE "incidents"."ended_at" is null;--> statement-breakpoint
CREATE TABLE `tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`job` text NOT NULL,
	`item` text NOT NULL,
	`created_at` integer NOT NULL,
	`queued_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`parked_at` integer
);--> statement-breakpoint
CREATE INDEX `tasks_by_queue_time` ON `tasks` (`queued_at`) WHERE "tasks"."parked_at" is null;--> statement-breakpoint
CREATE INDEX `tasks_parked` ON `tasks` (`parked_at`) WHERE "tasks"."parked_at" is not null;--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`to` text NOT NULL,
	`priority` integer NOT NULL,
	`booking_id` text,
	`data` text,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`expired_at` integer,
	`batch_id` text,
	`sent_at` integer,
	`parked_at` integer,
	`last_error` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`batch_id`) REFERENCES `email_batches`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
INSERT INTO `__new_outbox` ("id", "kind", "to", "priority", "data", "created_at", "due_at", "expires_at", "sent_at", "parked_at", "last_error")
	SELECT "id",
		CASE WHEN "sent_at" IS NULL THEN 'rendered' ELSE "kind" END,
		"to", 2,
		CASE WHEN "sent_at" IS NULL THEN json_object('subject', "subject", 'html', "html", 'text', "text") END,
		"created_at", "created_at", unixepoch() * 1000 + 172800000, "sent_at",
		CASE WHEN "sent_at" IS NULL AND "attempts" > 0 THEN coalesce("parked_at", unixepoch() * 1000) END,
		CASE WHEN "sent_at" IS NULL AND "attempts" > 0 AND "parked_at" IS NULL
			THEN 'it may have been sent before the update' ELSE "last_error" END
	FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`priority`,`due_at`) WHERE "outbox"."batch_id" is null and "outbox"."sent_at" is null and "outbox"."parked_at" is null and "outbox"."expired_at" is null;--> statement-breakpoint
CREATE INDEX `outbox_unsent` ON `outbox` (`due_at`) WHERE "outbox"."sent_at" is null and "outbox"."parked_at" is null and "outbox"."expired_at" is null;--> statement-breakpoint
CREATE INDEX `outbox_parked` ON `outbox` (`parked_at`) WHERE "outbox"."parked_at" is not null and "outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX `outbox_by_batch` ON `outbox` (`batch_id`) WHERE "outbox"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX `outbox_by_booking` ON `outbox` (`booking_id`);--> statement-breakpoint
CREATE INDEX `outbox_by_age` ON `outbox` (`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_by_recipient` ON `outbox` (`to`,`kind`,`created_at`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `standby_reason` text;--> statement-breakpoint
CREATE INDEX `bookings_unseated` ON `bookings` (`event_id`) WHERE "bookings"."confirmed" = 0 and "bookings"."canceled" = 0;--> statement-breakpoint
CREATE INDEX `bookings_unreminded` ON `bookings` (`event_id`) WHERE "bookings"."reminded_at" is null and "bookings"."confirmed" = 1 and "bookings"."canceled" = 0;--> statement-breakpoint
ALTER TABLE `tables` ADD `closed_at` integer;--> statement-breakpoint
ALTER TABLE `tables` ADD `seat_freed_at` integer;--> statement-breakpoint
CREATE INDEX `tables_to_refill` ON `tables` (`event_id`) WHERE "tables"."seat_freed_at" is not null;--> statement-breakpoint
UPDATE `tables` SET `seat_freed_at` = 0
	WHERE (SELECT count(*) FROM `bookings` WHERE `table_id` = `tables`.`id` AND `canceled` = 0) BETWEEN 1 AND 4
		AND `event_id` IN (SELECT `id` FROM `events` WHERE `date` > unixepoch() * 1000);
