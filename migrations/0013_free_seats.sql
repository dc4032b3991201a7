ALTER TABLE `tables` ADD `taken` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `tables_with_free_seat` ON `tables` (`event_id`) WHERE "tables"."closed_at" is null and "tables"."taken" between 1 and 4;--> statement-breakpoint
UPDATE tables SET taken = (SELECT count(*) FROM bookings WHERE table_id = tables.id AND canceled = 0);
--> statement-breakpoint
CREATE TRIGGER bookings_add_taken_at_table AFTER INSERT ON bookings
WHEN NEW.table_id IS NOT NULL AND NEW.canceled = 0
BEGIN
  UPDATE tables SET taken = taken + 1 WHERE id = NEW.table_id;
END;
--> statement-breakpoint
CREATE TRIGGER bookings_change_taken_at_table AFTER UPDATE OF table_id, canceled ON bookings
WHEN NEW.table_id IS NOT OLD.table_id OR (NEW.canceled <> OLD.canceled AND NEW.table_id IS NOT NULL)
BEGIN
  UPDATE tables SET taken = taken - 1 WHERE id = OLD.table_id AND OLD.canceled = 0;
  UPDATE tables SET taken = taken + 1 WHERE id = NEW.table_id AND NEW.canceled = 0;
END;
--> statement-breakpoint
CREATE TRIGGER bookings_take_taken_at_table AFTER DELETE ON bookings
WHEN OLD.table_id IS NOT NULL AND OLD.canceled = 0
BEGIN
  UPDATE tables SET taken = taken - 1 WHERE id = OLD.table_id;
END;
