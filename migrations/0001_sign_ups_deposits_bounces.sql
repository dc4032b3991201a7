CREATE TABLE `sign_ups` (
	`id` integer PRIMARY KEY NOT NULL,
	`network` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_ups_by_network` ON `sign_ups` (`network`,`at`);--> statement-breakpoint
CREATE INDEX `sign_ups_by_time` ON `sign_ups` (`at`);--> statement-breakpoint
CREATE TABLE `broken_addresses` (
	`email` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `bookings` ADD `pay_by` integer;--> statement-breakpoint
CREATE INDEX `bookings_to_pay` ON `bookings` (`pay_by`) WHERE "bookings"."pay_by" is not null and "bookings"."confirmed" = 0 and "bookings"."canceled" = 0;