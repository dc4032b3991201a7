ALTER TABLE `quiz_questions` ADD `help` text;--> statement-breakpoint
ALTER TABLE `quiz_questions` ADD `rule` text DEFAULT 'ignore' NOT NULL;--> statement-breakpoint
ALTER TABLE `quiz_questions` ADD `weight` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `quiz_questions` ADD `sensitive` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `quiz_questions` ADD `role` text;