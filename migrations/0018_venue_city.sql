ALTER TABLE `tables` ADD `keeps_place` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `event_venues` ADD `tables_added_at` integer;--> statement-breakpoint
-- Of a table that was closed before, nobody knows whether its venue has another in its place.
UPDATE `tables` SET `keeps_place` = 1 WHERE `closed_at` IS NOT NULL;--> statement-breakpoint

-- A venue could move to another city after its events. An event all of whose venues moved to one city moves with them.
UPDATE `events` SET `city_id` = (SELECT `v`.`city_id` FROM `event_venues` `ev` JOIN `venues` `v` ON `v`.`id` = `ev`.`venue_id` WHERE `ev`.`event_id` = `events`.`id`)
	WHERE (SELECT count(DISTINCT `v`.`city_id`) FROM `event_venues` `ev` JOIN `venues` `v` ON `v`.`id` = `ev`.`venue_id` WHERE `ev`.`event_id` = `events`.`id`) = 1;--> statement-breakpoint
DELETE FROM `event_venues` WHERE (SELECT `city_id` FROM `venues` WHERE `id` = `venue_id`) <> (SELECT `city_id` FROM `events` WHERE `id` = `event_id`);--> statement-breakpoint
DELETE FROM `schedule_venues` WHERE (SELECT `city_id` FROM `venues` WHERE `id` = `venue_id`) <> (SELECT `city_id` FROM `schedules` WHERE `id` = `schedule_id`);--> statement-breakpoint
-- From now on the city of a venue is that of its events and schedules. Rows may come in any order, as from a backup.
CREATE TRIGGER `event_venues_add_in_city` BEFORE INSERT ON `event_venues` WHEN EXISTS (SELECT 1 FROM `events` `o` JOIN `venues` `v` ON `v`.`id` = NEW.`venue_id` WHERE `o`.`id` = NEW.`event_id` AND `v`.`city_id` <> `o`.`city_id`)
BEGIN SELECT RAISE(ABORT, 'an event has only venues of its city'); END;--> statement-breakpoint
CREATE TRIGGER `event_venues_change_in_city` BEFORE UPDATE OF `event_id`, `venue_id` ON `event_venues` WHEN EXISTS (SELECT 1 FROM `events` `o` JOIN `venues` `v` ON `v`.`id` = NEW.`venue_id` WHERE `o`.`id` = NEW.`event_id` AND `v`.`city_id` <> `o`.`city_id`)
BEGIN SELECT RAISE(ABORT, 'an event has only venues of its city'); END;--> statement-breakpoint
CREATE TRIGGER `events_add_in_city_of_venues` BEFORE INSERT ON `events` WHEN EXISTS (SELECT 1 FROM `event_venues` `p` JOIN `venues` `v` ON `v`.`id` = `p`.`venue_id` WHERE `p`.`event_id` = NEW.`id` AND `v`.`city_id` <> NEW.`city_id`)
BEGIN SELECT RAISE(ABORT, 'an event has only venues of its city'); END;--> statement-breakpoint
CREATE TRIGGER `events_keep_city_of_venues` BEFORE UPDATE OF `city_id` ON `events` WHEN EXISTS (SELECT 1 FROM `event_venues` `p` JOIN `venues` `v` ON `v`.`id` = `p`.`venue_id` WHERE `p`.`event_id` = NEW.`id` AND `v`.`city_id` <> NEW.`city_id`)
BEGIN SELECT RAISE(ABORT, 'an event has only venues of its city'); END;--> statement-breakpoint
CREATE TRIGGER `venues_add_in_city_of_events` BEFORE INSERT ON `venues` WHEN EXISTS (SELECT 1 FROM `event_venues` `p` JOIN `events` `o` ON `o`.`id` = `p`.`event_id` WHERE `p`.`venue_id` = NEW.`id` AND `o`.`city_id` <> NEW.`city_id`)
BEGIN SELECT RAISE(ABORT, 'an event has only venues of its city'); END;--> statement-breakpoint
CREATE TRIGGER `venues_keep_city_of_events` BEFORE UPDATE OF `city_id` ON `venues` WHEN EXISTS (SELECT 1 FROM `event_venues` `p` JOIN `events` `o` ON `o`.`id` = `p`.`event_id` WHERE `p`.`venue_id` = NEW.`id` AND `o`.`city_id` <> NEW.`city_id`)
BEGIN SELECT RAISE(ABORT, 'an event has only venues of its city'); END;--> statement-breakpoint
CREATE TRIGGER `schedule_venues_add_in_city` BEFORE INSERT ON `schedule_venues` WHEN EXISTS (SELECT 1 FROM `schedules` `o` JOIN `venues` `v` ON `v`.`id` = NEW.`venue_id` WHERE `o`.`id` = NEW.`schedule_id` AND `v`.`city_id` <> `o`.`city_id`)
BEGIN SELECT RAISE(ABORT, 'a schedule has only venues of its city'); END;--> statement-breakpoint
CREATE TRIGGER `schedule_venues_change_in_city` BEFORE UPDATE OF `schedule_id`, `venue_id` ON `schedule_venues` WHEN EXISTS (SELECT 1 FROM `schedules` `o` JOIN `venues` `v` ON `v`.`id` = NEW.`venue_id` WHERE `o`.`id` = NEW.`schedule_id` AND `v`.`city_id` <> `o`.`city_id`)
BEGIN SELECT RAISE(ABORT, 'a schedule has only venues of its city'); END;--> statement-breakpoint
CREATE TRIGGER `schedules_add_in_city_of_venues` BEFORE INSERT ON `schedules` WHEN EXISTS (SELECT 1 FROM `schedule_venues` `p` JOIN `venues` `v` ON `v`.`id` = `p`.`venue_id` WHERE `p`.`schedule_id` = NEW.`id` AND `v`.`city_id` <> NEW.`city_id`)
BEGIN SELECT RAISE(ABORT, 'a schedule has only venues of its city'); END;--> statement-breakpoint
CREATE TRIGGER `schedules_keep_city_of_venues` BEFORE UPDATE OF `city_id` ON `schedules` WHEN EXISTS (SELECT 1 FROM `schedule_venues` `p` JOIN `venues` `v` ON `v`.`id` = `p`.`venue_id` WHERE `p`.`schedule_id` = NEW.`id` AND `v`.`city_id` <> NEW.`city_id`)
BEGIN SELECT RAISE(ABORT, 'a schedule has only venues of its city'); END;--> statement-breakpoint
CREATE TRIGGER `venues_add_in_city_of_schedules` BEFORE INSERT ON `venues` WHEN EXISTS (SELECT 1 FROM `schedule_venues` `p` JOIN `schedules` `o` ON `o`.`id` = `p`.`schedule_id` WHERE `p`.`venue_id` = NEW.`id` AND `o`.`city_id` <> NEW.`city_id`)
BEGIN SELECT RAISE(ABORT, 'a schedule has only venues of its city'); END;--> statement-breakpoint
CREATE TRIGGER `venues_keep_city_of_schedules` BEFORE UPDATE OF `city_id` ON `venues` WHEN EXISTS (SELECT 1 FROM `schedule_venues` `p` JOIN `schedules` `o` ON `o`.`id` = `p`.`schedule_id` WHERE `p`.`venue_id` = NEW.`id` AND `o`.`city_id` <> NEW.`city_id`)
BEGIN SELECT RAISE(ABORT, 'a schedule has only venues of its city'); END;--> statement-breakpoint

-- Since a club has several cities, a diner may live in another one than they dine in.
UPDATE `quiz_questions` SET `question` = 'How long have you lived where you live now?',
	`says` = '["are only visiting", "moved to where they live less than a year ago", "have lived in one place for a few years", "have lived in one place for ten years or more", "have lived in one place all their lives"]'
	WHERE `id` = 24;
