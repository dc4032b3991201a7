CREATE TABLE `erased_seats` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`table_id` text NOT NULL,
	`kept_until` integer NOT NULL,
	FOREIGN KEY (`table_id`) REFERENCES `tables`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `erased_seats_by_user` ON `erased_seats` (`user_id`);--> statement-breakpoint
CREATE INDEX `erased_seats_by_table` ON `erased_seats` (`table_id`);--> statement-breakpoint
CREATE INDEX `erased_seats_by_end` ON `erased_seats` (`kept_until`);