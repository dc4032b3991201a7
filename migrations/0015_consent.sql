CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`topic` text NOT NULL,
	`version` integer NOT NULL,
	`given_at` integer NOT NULL,
	`withdrawn_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE UNIQUE INDEX `consents_one_given` ON `consents` (`user_id`,`topic`,`version`) WHERE "consents"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX `consents_by_user` ON `consents` (`user_id`);--> statement-breakpoint
ALTER TABLE `quiz_questions` ADD `needs_consent` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `quiz_questions` SET `needs_consent` = 1 WHERE `role` IN ('diet', 'allergy') OR `id` = 16;--> statement-breakpoint
CREATE TRIGGER `quiz_questions_about_health_need_consent` BEFORE INSERT ON `quiz_questions` WHEN NEW.`role` IN ('diet', 'allergy') AND NEW.`needs_consent` = 0
BEGIN SELECT RAISE(ABORT, 'a question about diets or allergies needs consent'); END;--> statement-breakpoint
CREATE TRIGGER `quiz_questions_about_health_keep_consent` BEFORE UPDATE OF `role`, `needs_consent` ON `quiz_questions` WHEN NEW.`role` IN ('diet', 'allergy') AND NEW.`needs_consent` = 0
BEGIN SELECT RAISE(ABORT, 'a question about diets or allergies needs consent'); END;--> statement-breakpoint
UPDATE `quiz_questions` SET `help` = 'We ask so that every dish on your table can be yours too. The restaurant gets numbers for each table.' WHERE `id` = 11;--> statement-breakpoint
UPDATE `quiz_questions` SET `help` = 'We ask so that the kitchen knows. The restaurant gets numbers for each table.' WHERE `id` = 12;--> statement-breakpoint
CREATE INDEX `users_unconfirmed` ON `users` (`created_at`) WHERE "users"."email_confirmed_at" is null;--> statement-breakpoint
CREATE INDEX `match_entries_readable` ON `match_entries` (`event_id`) WHERE "match_entries"."entry" is not null;
