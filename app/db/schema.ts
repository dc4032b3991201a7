/** Each file has the tables that models/ of the same name owns; no other folder may write them. */
export * from "./schema/account.ts";
export * from "./schema/attendance.ts";
export * from "./schema/booking.ts";
export * from "./schema/city.ts";
export * from "./schema/deposit.ts";
export * from "./schema/event.ts";
export * from "./schema/feedback.ts";
export * from "./schema/figures.ts";
export * from "./schema/health.ts";
export * from "./schema/host.ts";
export * from "./schema/learning.ts";
export * from "./schema/matching.ts";
export * from "./schema/outbox.ts";
export * from "./schema/quiz.ts";
export * from "./schema/table-change.ts";
export * from "./schema/task.ts";
export * from "./schema/venue.ts";
