ALTER TABLE `tables` ADD `keeps_place` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `event_venues` ADD `tables_added_at` integer;--> statement-breakpoint
-- Of a table that was closed before, nobody knows whether its venue has another in its place.
UPDATE `tables` SET `keeps_place` = 1 WHERE `closed_at` IS NOT NULL;
