ALTER TABLE `feedback` ADD `evening` text;--> statement-breakpoint
ALTER TABLE `table_terms` ADD `learned` text;--> statement-breakpoint
ALTER TABLE `table_terms` ADD `draw_percent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `table_terms` ADD `evenings` text DEFAULT '[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]' NOT NULL;