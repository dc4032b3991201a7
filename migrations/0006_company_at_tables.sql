ALTER TABLE `tables` ADD `company` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `quiz_questions` ADD `company_says` text;--> statement-breakpoint
UPDATE quiz_questions SET company_says = '{"1":"doesn’t drink"}' WHERE id = 16;
--> statement-breakpoint
UPDATE quiz_questions SET company_says = '{"1":"is only visiting","2":"is new in town"}' WHERE id = 24;
