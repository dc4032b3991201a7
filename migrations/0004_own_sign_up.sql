ALTER TABLE `tokens` ADD `password_hash` text;--> statement-breakpoint
ALTER TABLE `tokens` ADD `first_name` text;--> statement-breakpoint
ALTER TABLE `tokens` ADD `last_name` text;