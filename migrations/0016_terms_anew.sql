UPDATE table_terms SET company = 3.2, age_alone = 10, age_wide = 2.5, talker_missing = 0.5, wish = 9.6, learned = NULL
WHERE company = 3.5 AND age_alone = 12 AND age_wide = 2.6 AND talker_missing = 1.5 AND wish = 12;
--> statement-breakpoint
UPDATE tables SET company = '{}' WHERE company <> '{}';
