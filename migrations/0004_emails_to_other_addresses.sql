DROP INDEX `outbox_address_changes`;--> statement-breakpoint
CREATE INDEX `outbox_to_other_addresses` ON `outbox` ("data" ->> 'userId') WHERE "outbox"."data" ->> 'userId' is not null;