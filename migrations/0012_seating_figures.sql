ALTER TABLE `match_records` ADD `possible_gain` real;--> statement-breakpoint
ALTER TABLE `match_records` ADD `kept_terms` text;