CREATE TABLE `table_terms` (
	`id` integer PRIMARY KEY NOT NULL,
	`company` real NOT NULL,
	`age_alone` real NOT NULL,
	`near_years` integer NOT NULL,
	`age_wide` real NOT NULL,
	`wide_years` integer NOT NULL,
	`talker_missing` real NOT NULL,
	`wish` real NOT NULL,
	CONSTRAINT "table_terms_are_one_row" CHECK("table_terms"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE `bookings` ADD `together_id` text;--> statement-breakpoint
ALTER TABLE `quiz_questions` ADD `company` text;--> statement-breakpoint
ALTER TABLE `quiz_questions` ADD `talkers` text;--> statement-breakpoint
INSERT INTO table_terms (id, company, age_alone, near_years, age_wide, wide_years, talker_missing, wish)
VALUES (1, 3.5, 12, 10, 2.6, 15, 1.5, 12);
--> statement-breakpoint
UPDATE quiz_questions SET talkers = '[8, 9, 10]' WHERE id = 2;
--> statement-breakpoint
UPDATE quiz_questions SET help = NULL, company = '[1]' WHERE id = 16;
--> statement-breakpoint
UPDATE quiz_questions SET help = NULL, role = 'age' WHERE id = 19;
--> statement-breakpoint
UPDATE quiz_questions SET company = '[3]' WHERE id = 22;
--> statement-breakpoint
UPDATE quiz_questions SET company = '[1, 2]' WHERE id = 24;
--> statement-breakpoint
INSERT INTO quiz_questions
  (id, position, category, question, choices, optional, help, sensitive, company)
VALUES (
  26, 195, 'identity',
  'What’s your gender?',
  '["Woman", "Man", "Another word", "I’d rather not say"]',
  1,
  'Your table never sees this, and we use it for one thing.',
  1, '[1, 2, 3]'
);
