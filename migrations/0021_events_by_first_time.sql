CREATE INDEX `events_by_first_time` ON `events` (`city_id`,`scheduled_for`);
