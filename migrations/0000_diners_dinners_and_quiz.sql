CREATE TABLE `bookings` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`event_id` text NOT NULL,
	`confirmed` integer DEFAULT false NOT NULL,
	`canceled` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_one_seat_a_diner` ON `bookings` (`user_id`,`event_id`) WHERE "bookings"."canceled" = 0;--> statement-breakpoint
CREATE INDEX `bookings_by_event` ON `bookings` (`event_id`);--> statement-breakpoint
CREATE INDEX `bookings_by_user` ON `bookings` (`user_id`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`venue_id` text NOT NULL,
	`date` integer NOT NULL,
	`closes_at` integer NOT NULL,
	`capacity` integer NOT NULL,
	`available` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "events_close_before_dinner" CHECK("events"."closes_at" < "events"."date"),
	CONSTRAINT "events_seat_someone" CHECK("events"."capacity" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_once_a_venue_and_date` ON `events` (`venue_id`,`date`);--> statement-breakpoint
CREATE INDEX `events_by_date` ON `events` (`date`);--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`first_name` text NOT NULL,
	`avatar_url` text,
	`is_quiz_done` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `quiz_questions` (
	`id` integer PRIMARY KEY NOT NULL,
	`question` text NOT NULL,
	`choices` text NOT NULL,
	`category` text NOT NULL,
	`is_multiple_choice` integer DEFAULT false NOT NULL,
	`is_range` integer DEFAULT false NOT NULL,
	`is_country` integer DEFAULT false NOT NULL,
	`is_year` integer DEFAULT false NOT NULL,
	`optional` integer DEFAULT false NOT NULL,
	`min_label` text,
	`max_label` text,
	CONSTRAINT "quiz_questions_are_of_one_kind" CHECK("quiz_questions"."is_multiple_choice" + "quiz_questions"."is_range" + "quiz_questions"."is_country" + "quiz_questions"."is_year" <= 1),
	CONSTRAINT "quiz_questions_know_their_category" CHECK("quiz_questions"."category" in ('personality', 'food', 'identity'))
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `user_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`question_id` integer NOT NULL,
	`answer_ids` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `quiz_questions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_answers_one_a_question` ON `user_answers` (`user_id`,`question_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`user_name` text NOT NULL,
	`password_hash` text,
	`email_confirmed_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "users_email_is_lower_case" CHECK("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `venues` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`google_maps_link` text NOT NULL,
	`time_zone` text DEFAULT 'Europe/Budapest' NOT NULL
);
