CREATE TABLE `sign_ups` (
	`id` integer PRIMARY KEY NOT NULL,
	`network` text NOT NULL,
	`domain` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_ups_by_network` ON `sign_ups` (`network`,`at`);--> statement-breakpoint
CREATE INDEX `sign_ups_by_domain` ON `sign_ups` (`domain`,`at`);--> statement-breakpoint
CREATE INDEX `sign_ups_by_time` ON `sign_ups` (`at`);