ALTER TABLE `erasures` ADD `made_by` text;
--> statement-breakpoint
DROP TRIGGER erasures_are_kept;
--> statement-breakpoint
CREATE TRIGGER erasures_are_kept AFTER INSERT ON erasures
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES (
    'erased', json_object('userId', NEW.user_id, 'erasedAt', NEW.erased_at, 'madeBy', NEW.made_by)
  );
END;
