ALTER TABLE `quiz_questions` ADD `position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `quiz_questions` SET `position` = `id` * 10;--> statement-breakpoint
CREATE UNIQUE INDEX `quiz_questions_by_position` ON `quiz_questions` (`position`);--> statement-breakpoint
CREATE TRIGGER `quiz_questions_need_a_position` BEFORE INSERT ON `quiz_questions` WHEN NEW.`position` < 1
BEGIN SELECT RAISE(ABORT, 'a quiz question needs a position'); END;
