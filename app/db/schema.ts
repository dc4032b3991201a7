/** Each file has the tables of the folder in models/ with the same name; no other folder may write them. */
export * from "./schema/account.ts";
export * from "./schema/attendance.ts";
export * from "./schema/backup.ts";
export * from "./schema/booking.ts";
export * from "./schema/city.ts";
export * from "./schema/deposit.ts";
export * from "./schema/event.ts";
export * from "./schema/feedback.ts";
export * from "./schema/figures.ts";
export * from "./schema/health.ts";
export * from "./schema/host.ts";
export * from "./schema/outbox.ts";
export * from "./schema/quiz.ts";
export * from "./schema/seating.ts";
export * from "./schema/security.ts";
export * from "./schema/task.ts";
export * from "./schema/venue.ts";
