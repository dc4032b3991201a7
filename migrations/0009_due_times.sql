DROP INDEX `consents_by_age`;--> statement-breakpoint
ALTER TABLE `consents` ADD `check_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `consents_to_check` ON `consents` (`check_at`) WHERE "consents"."withdrawn_at" is null;--> statement-breakpoint
DROP INDEX `bookings_by_user`;--> statement-breakpoint
CREATE INDEX `bookings_by_user` ON `bookings` (`user_id`,`event_id`);--> statement-breakpoint
DROP INDEX `events_to_match`;--> statement-breakpoint
DROP INDEX `events_to_decide`;--> statement-breakpoint
ALTER TABLE `events` ADD `taken` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `entries_erased_at` integer;--> statement-breakpoint
CREATE INDEX `events_to_erase` ON `events` (`date`) WHERE "events"."entries_erased_at" is null;--> statement-breakpoint
CREATE INDEX `events_to_match` ON `events` (`closes_at`) WHERE "events"."matched_at" is null and "events"."canceled_at" is null;--> statement-breakpoint
CREATE INDEX `events_to_decide` ON `events` (`date`) WHERE "events"."attendance_decided_at" is null and "events"."matched_at" is not null and "events"."canceled_at" is null;--> statement-breakpoint
DROP INDEX `host_links_by_event`;--> statement-breakpoint
DROP INDEX `host_links_with_email`;--> statement-breakpoint
CREATE INDEX `host_links_by_event` ON `host_links` (`event_id`,`venue_id`);--> statement-breakpoint
CREATE INDEX `host_links_with_email` ON `host_links` (`created_at`) WHERE "host_links"."email" is not null;--> statement-breakpoint
ALTER TABLE `schedules` ADD `planned_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `schedules_to_plan` ON `schedules` (`planned_at`) WHERE "schedules"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `event_venues_to_try` ON `event_venues` (`event_id`) WHERE "event_venues"."tables_added_at" is not null;--> statement-breakpoint
CREATE TRIGGER bookings_decide_deposits AFTER UPDATE OF canceled, canceled_at, canceled_by_club, attendance ON bookings
WHEN NEW.canceled = 1 OR NEW.attendance IS NOT OLD.attendance
BEGIN
  UPDATE deposits SET due_at = 0 WHERE booking_id = NEW.id AND state = 'paid';
END;
--> statement-breakpoint
CREATE TRIGGER events_decide_deposits AFTER UPDATE OF date, canceled_at, attendance_decided_at ON events
WHEN NEW.date <> OLD.date OR NEW.canceled_at IS NOT OLD.canceled_at OR NEW.attendance_decided_at IS NOT OLD.attendance_decided_at
BEGIN
  UPDATE deposits SET due_at = 0 WHERE +state = 'paid' AND booking_id IN (SELECT id FROM bookings WHERE event_id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER changed_absences_decide_deposits AFTER UPDATE ON absences
BEGIN
  UPDATE deposits SET due_at = 0 WHERE booking_id = NEW.booking_id AND state = 'paid';
END;
--> statement-breakpoint
CREATE TRIGGER removed_absences_decide_deposits AFTER DELETE ON absences
BEGIN
  UPDATE deposits SET due_at = 0 WHERE booking_id = OLD.booking_id AND state = 'paid';
END;
--> statement-breakpoint
UPDATE deposits SET due_at = 0 WHERE state = 'paid';
--> statement-breakpoint
UPDATE events SET entries_erased_at = date + 31536000000 WHERE date < unixepoch() * 1000 - 31536000000
  AND NOT EXISTS (SELECT 1 FROM match_entries WHERE event_id = events.id AND entry IS NOT NULL);
--> statement-breakpoint
CREATE TRIGGER bookings_add_taken AFTER INSERT ON bookings
WHEN NEW.canceled = 0
BEGIN
  UPDATE events SET taken = taken + 1 WHERE id = NEW.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER bookings_change_taken AFTER UPDATE OF canceled, event_id ON bookings
WHEN NEW.canceled <> OLD.canceled OR NEW.event_id <> OLD.event_id
BEGIN
  UPDATE events SET taken = taken - (OLD.canceled = 0) WHERE id = OLD.event_id;
  UPDATE events SET taken = taken + (NEW.canceled = 0) WHERE id = NEW.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER bookings_take_taken AFTER DELETE ON bookings
WHEN OLD.canceled = 0
BEGIN
  UPDATE events SET taken = taken - 1 WHERE id = OLD.event_id;
END;
--> statement-breakpoint
UPDATE events SET taken = (SELECT count(*) FROM bookings WHERE event_id = events.id AND canceled = 0);
