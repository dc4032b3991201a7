ALTER TABLE `bookings` ADD `moved_at` integer;
