ALTER TABLE `rules` RENAME TO `schedules`;--> statement-breakpoint
DROP INDEX `rules_once_an_hour_and_venue`;--> statement-breakpoint
CREATE UNIQUE INDEX `schedules_once_an_hour_and_venue` ON `schedules` (`venue_id`,`weekday`,`time`) WHERE "schedules"."ended_at" is null;--> statement-breakpoint
ALTER TABLE `events` RENAME COLUMN `rule_id` TO `schedule_id`;--> statement-breakpoint
ALTER TABLE `events` RENAME COLUMN `planned_for` TO `scheduled_for`;--> statement-breakpoint
DROP INDEX `events_once_a_rule_and_date`;--> statement-breakpoint
CREATE UNIQUE INDEX `events_once_a_schedule_and_date` ON `events` (`schedule_id`,`scheduled_for`);--> statement-breakpoint
ALTER TABLE `receipts` RENAME TO `match_records`;--> statement-breakpoint
ALTER TABLE `entries` RENAME TO `match_entries`;--> statement-breakpoint
DROP INDEX `entries_by_user`;--> statement-breakpoint
CREATE INDEX `match_entries_by_user` ON `match_entries` (`user_id`);--> statement-breakpoint
ALTER TABLE `hand_changes` RENAME TO `operator_changes`;--> statement-breakpoint
DROP INDEX `hand_changes_by_event`;--> statement-breakpoint
CREATE INDEX `operator_changes_by_event` ON `operator_changes` (`event_id`,`at`);--> statement-breakpoint
ALTER TABLE `deposits` RENAME COLUMN `checkouts` TO `checkout_count`;--> statement-breakpoint
ALTER TABLE `deposits` RENAME COLUMN `refunds` TO `refund_count`;--> statement-breakpoint
ALTER TABLE `deposits` RENAME COLUMN `tries` TO `attempts`;--> statement-breakpoint
ALTER TABLE `deposits` RENAME COLUMN `parked_because` TO `parked_reason`;--> statement-breakpoint
ALTER TABLE `outbox` RENAME COLUMN `tried_at` TO `attempted_at`;--> statement-breakpoint
DROP INDEX `outbox_by_try`;--> statement-breakpoint
CREATE INDEX `outbox_by_attempt` ON `outbox` (`attempted_at`);--> statement-breakpoint
UPDATE `outbox` SET `kind` = CASE `kind`
	WHEN 'address-known' THEN 'account-exists'
	WHEN 'confirm-address' THEN 'confirm-email'
	WHEN 'table-set' THEN 'booking-confirmed'
	WHEN 'canceled-by-us' THEN 'canceled-by-club'
	WHEN 'dinner-moved' THEN 'event-moved'
	ELSE `kind` END;
