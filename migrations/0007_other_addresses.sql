DROP INDEX `outbox_address_changes`;--> statement-breakpoint
CREATE INDEX `outbox_to_other_addresses` ON `outbox` ("data" ->> 'userId') WHERE "outbox"."data" ->> 'userId' is not null;--> statement-breakpoint
ALTER TABLE `broken_addresses` ADD `user_id` text REFERENCES users(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `broken_addresses_by_user` ON `broken_addresses` (`user_id`);--> statement-breakpoint
UPDATE `broken_addresses` SET `user_id` = (SELECT `id` FROM `users` WHERE `users`.`email` = `broken_addresses`.`email`);
