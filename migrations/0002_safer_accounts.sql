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
CREATE TABLE `kept_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`data` text NOT NULL,
	`at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
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
CREATE INDEX `avoidances_by_event` ON `avoidances` (`event_id`);--> statement-breakpoint
ALTER TABLE `profiles` ADD `avatar_set_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `link_salt` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `first_name` text;--> statement-breakpoint
ALTER TABLE `mutual_wishes` ADD `contact` text;--> statement-breakpoint
ALTER TABLE `mutual_wishes` ADD `other_contact` text;--> statement-breakpoint
CREATE INDEX `mutual_wishes_with_contact` ON `mutual_wishes` (`told_at`) WHERE "mutual_wishes"."contact" is not null;--> statement-breakpoint
ALTER TABLE `consents` ADD `asked_at` integer;--> statement-breakpoint
CREATE INDEX `consents_by_age` ON `consents` (`given_at`) WHERE "consents"."withdrawn_at" is null;
--> statement-breakpoint
CREATE TRIGGER erasures_are_kept AFTER INSERT ON erasures
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('erased', json_object('userId', NEW.user_id, 'erasedAt', NEW.erased_at));
END;
--> statement-breakpoint
CREATE TRIGGER withdrawn_consents_are_kept AFTER UPDATE OF withdrawn_at ON consents
WHEN NEW.withdrawn_at IS NOT NULL AND OLD.withdrawn_at IS NULL
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('consent withdrawn', json_object('userId', NEW.user_id));
END;
--> statement-breakpoint
CREATE TRIGGER changed_passwords_are_kept AFTER UPDATE OF password_hash ON users
WHEN OLD.password_hash IS NOT NULL
  -- The salt, which stays where the same password is hashed anew with stronger parameters.
  AND substr(OLD.password_hash, -69, 24) IS NOT substr(NEW.password_hash, -69, 24)
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('password changed', json_object('userId', NEW.id));
END;
--> statement-breakpoint
CREATE TRIGGER removed_passkeys_are_kept AFTER DELETE ON passkeys
WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('passkey removed', json_object('credentialId', OLD.credential_id));
END;
--> statement-breakpoint
CREATE TRIGGER unlinked_identities_are_kept AFTER DELETE ON identities
WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('google unlinked', json_object('userId', OLD.user_id));
END;
--> statement-breakpoint
CREATE TRIGGER forgotten_devices_are_kept AFTER DELETE ON devices
WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('browser forgotten', json_object('tokenHash', OLD.token_hash));
END;
--> statement-breakpoint
CREATE TRIGGER added_blocks_are_kept AFTER INSERT ON blocks
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('block', json_object('userId', NEW.user_id, 'createdAt', NEW.created_at, 'endsAt', NEW.ends_at));
  INSERT INTO kept_changes (kind, data) SELECT 'account key', json_object('hash', hash, 'userId', user_id, 'keptUntil', kept_until) FROM account_keys WHERE user_id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER changed_blocks_are_kept AFTER UPDATE ON blocks
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('block', json_object('userId', NEW.user_id, 'createdAt', NEW.created_at, 'endsAt', NEW.ends_at));
END;
--> statement-breakpoint
CREATE TRIGGER removed_blocks_are_kept AFTER DELETE ON blocks
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('block', json_object('userId', OLD.user_id, 'isGone', 1));
END;
--> statement-breakpoint
CREATE TRIGGER added_avoidances_are_kept AFTER INSERT ON avoidances
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('avoidance', json_object('userId', NEW.user_id, 'otherId', NEW.other_id, 'byOperator', NEW.by_operator, 'eventId', NEW.event_id, 'createdAt', NEW.created_at));
  INSERT INTO kept_changes (kind, data) SELECT 'account key', json_object('hash', hash, 'userId', user_id, 'keptUntil', kept_until) FROM account_keys WHERE user_id IN (NEW.user_id, NEW.other_id);
END;
--> statement-breakpoint
CREATE TRIGGER changed_avoidances_are_kept AFTER UPDATE ON avoidances
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('avoidance', json_object('userId', NEW.user_id, 'otherId', NEW.other_id, 'byOperator', NEW.by_operator, 'eventId', NEW.event_id, 'createdAt', NEW.created_at));
END;
--> statement-breakpoint
CREATE TRIGGER removed_avoidances_are_kept AFTER DELETE ON avoidances
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('avoidance', json_object('userId', OLD.user_id, 'otherId', OLD.other_id, 'isGone', 1));
END;
--> statement-breakpoint
CREATE TRIGGER added_account_keys_are_kept AFTER INSERT ON account_keys
WHEN NEW.kept_until IS NOT NULL
  OR EXISTS (SELECT 1 FROM blocks WHERE user_id = NEW.user_id)
  OR EXISTS (SELECT 1 FROM avoidances WHERE user_id = NEW.user_id)
  OR EXISTS (SELECT 1 FROM avoidances WHERE other_id = NEW.user_id)
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('account key', json_object('hash', NEW.hash, 'userId', NEW.user_id, 'keptUntil', NEW.kept_until));
END;
--> statement-breakpoint
CREATE TRIGGER changed_account_keys_are_kept AFTER UPDATE ON account_keys
WHEN NEW.kept_until IS NOT NULL
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('account key', json_object('hash', NEW.hash, 'userId', NEW.user_id, 'keptUntil', NEW.kept_until));
END;
--> statement-breakpoint
CREATE TRIGGER removed_account_keys_are_kept AFTER DELETE ON account_keys
WHEN OLD.kept_until IS NOT NULL
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('account key', json_object('hash', OLD.hash, 'userId', OLD.user_id, 'isGone', 1));
END;
--> statement-breakpoint
CREATE TRIGGER changed_addresses_are_kept AFTER UPDATE OF email ON users
WHEN OLD.email <> NEW.email
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('address changed', json_object('userId', NEW.id));
END;
--> statement-breakpoint
CREATE TRIGGER changed_reminders_are_kept AFTER UPDATE OF wants_reminders ON profiles
WHEN OLD.wants_reminders <> NEW.wants_reminders
BEGIN
  INSERT INTO kept_changes (kind, data) VALUES ('reminders', json_object('userId', NEW.id, 'wantsReminders', NEW.wants_reminders));
END;
--> statement-breakpoint
CREATE TRIGGER added_broken_addresses_are_kept AFTER INSERT ON broken_addresses
BEGIN
  INSERT INTO kept_changes (kind, data) SELECT 'broken address', json_object('userId', id, 'reason', NEW.reason) FROM users WHERE email = NEW.email;
END;
--> statement-breakpoint
CREATE TRIGGER removed_broken_addresses_are_kept AFTER DELETE ON broken_addresses
BEGIN
  INSERT INTO kept_changes (kind, data) SELECT 'broken address', json_object('userId', id, 'isGone', 1) FROM users WHERE email = OLD.email;
END;
--> statement-breakpoint
UPDATE mutual_wishes SET
  contact = (SELECT coalesce(f.contact, u.email) FROM bookings b JOIN users u ON u.id = b.user_id LEFT JOIN feedback f ON f.booking_id = b.id WHERE b.id = mutual_wishes.booking_id),
  other_contact = (SELECT coalesce(f.contact, u.email) FROM bookings b JOIN users u ON u.id = b.user_id LEFT JOIN feedback f ON f.booking_id = b.id WHERE b.id = mutual_wishes.other_booking_id);
