ALTER TABLE `quiz_questions` ADD `is_only_for_company` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE quiz_questions SET is_only_for_company = 1 WHERE id = 26;
