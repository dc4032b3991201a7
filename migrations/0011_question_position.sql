ALTER TABLE `quiz_questions` ADD `position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `quiz_questions` SET `position` = `id` * 10;--> statement-breakpoint
CREATE UNIQUE INDEX `quiz_questions_by_position` ON `quiz_questions` (`position`);
