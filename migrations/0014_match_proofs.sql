CREATE UNIQUE INDEX `profiles_by_avatar_file` ON `profiles` (substr("avatar_url", instr("avatar_url", '/') + 1));
