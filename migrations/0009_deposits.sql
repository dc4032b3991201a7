CREATE TABLE `deposits` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text,
	`amount` integer NOT NULL,
	`currency` text DEFAULT 'huf' NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`cause` text,
	`checkouts` integer DEFAULT 1 NOT NULL,
	`checkout_id` text,
	`origin` text NOT NULL,
	`payment_id` text,
	`refunds` integer DEFAULT 0 NOT NULL,
	`refund_id` text,
	`due_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`parked_at` integer,
	`parked_because` text,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`settled_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "deposits_are_of_something" CHECK("deposits"."amount" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deposits_once_a_booking` ON `deposits` (`booking_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `deposits_by_payment` ON `deposits` (`payment_id`);--> statement-breakpoint
CREATE INDEX `deposits_by_state` ON `deposits` (`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `deposits_parked` ON `deposits` (`parked_at`) WHERE "deposits"."parked_at" is not null;--> statement-breakpoint
CREATE INDEX `deposits_by_age` ON `deposits` (`created_at`);--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`deposit_id` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`amount` integer DEFAULT 0 NOT NULL,
	`reference` text,
	`cause` text,
	FOREIGN KEY (`deposit_id`) REFERENCES `deposits`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ledger_by_deposit` ON `ledger` (`deposit_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_one_charge` ON `ledger` (`deposit_id`) WHERE "ledger"."kind" = 'paid';--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_each_refund_once` ON `ledger` (`reference`) WHERE "ledger"."kind" = 'refunded';
--> statement-breakpoint
CREATE TRIGGER `ledger_is_not_rewritten` BEFORE UPDATE ON `ledger`
BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `ledger_is_not_torn` BEFORE DELETE ON `ledger`
BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `ledger_gives_back_no_more` BEFORE INSERT ON `ledger`
WHEN NEW.`amount` + (SELECT coalesce(sum(`amount`), 0) FROM `ledger` WHERE `deposit_id` = NEW.`deposit_id`) < 0
BEGIN
	SELECT RAISE(ABORT, 'more would be given back than came in');
END;
