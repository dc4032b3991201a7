ALTER TABLE `user_answers` RENAME TO `old_user_answers`;--> statement-breakpoint
CREATE TABLE `user_answers` (
	`user_id` text NOT NULL,
	`question_id` integer NOT NULL,
	`answer_ids` text NOT NULL,
	PRIMARY KEY(`user_id`, `question_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `quiz_questions`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `user_answers` (`user_id`, `question_id`, `answer_ids`)
	SELECT `user_id`, `question_id`, `answer_ids` FROM `old_user_answers` ORDER BY `user_id`, `question_id`;--> statement-breakpoint
DROP TABLE `old_user_answers`;--> statement-breakpoint
CREATE INDEX `deposits_by_state_and_age` ON `deposits` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `deposits_of_erased` ON `deposits` (`paid_at`) WHERE "deposits"."booking_id" is null;--> statement-breakpoint
CREATE INDEX `outbox_expired` ON `outbox` (`expired_at`) WHERE "outbox"."expired_at" is not null;
