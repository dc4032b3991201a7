import type { Mutation } from "./switch-mutations.ts";

/** By the name that a row of docs/promises.md has. */
export const mutations: Record<string, Mutation> = {
  "free until 47 hours": {
    file: "app/models/deposit/settlement.server.ts",
    from: "${eventTimes.closesBeforeMs} then 'canceled-in-time'",
    to: "${eventTimes.closesBeforeMs - 3_600_000} then 'canceled-in-time'",
  },
  "a late cancellation is free": {
    file: "app/models/deposit/settlement.server.ts",
    from: "${eventTimes.closesBeforeMs} then 'canceled-in-time'",
    to: "${0} then 'canceled-in-time'",
  },
  "canceling on standby costs the deposit": {
    file: "app/models/deposit/settlement.server.ts",
    from: "${bookings.confirmed} = 0 then 'canceled-in-time'",
    to: "${bookings.confirmed} = 0 then 'canceled-late'",
  },
  "the club cancels and keeps the deposit": {
    file: "app/models/deposit/settlement.server.ts",
    from: "when ${bookings.canceledByClub} = 1 or ${events.canceledAt} is not null then",
    to: "when 1 = 0 then",
  },
  "refunded before the next day": {
    file: "app/models/deposit/settlement.server.ts",
    from: "${moment.getTime() - eventTimes.settlesAfterMs} or ${isAttendanceOpen(moment)}",
    to: "${moment.getTime()} or ${isAttendanceOpen(moment)}",
  },
  "a no-show is refunded": {
    file: "app/models/deposit/settlement.server.ts",
    from: "= 'no-show' then 'no-show'",
    to: "= 'no-show' then 'dinner-over'",
  },
  "a move by the club counts for nothing": {
    file: "app/models/deposit/settlement.server.ts",
    from: "and ${wasMovedByClub} then",
    to: "and 1 = 0 then",
  },
  "kept while it can be contested": {
    file: "app/models/deposit/settlement.server.ts",
    from: "or ${absences.toldAt} > ${now.getTime() - eventTimes.contestForMs}",
    to: "or 1 = 0",
  },
  "contested for two weeks": {
    file: "app/models/attendance/absences.server.ts",
    from: "${absences.toldAt} > ${now.getTime() - eventTimes.contestForMs})",
    to: "${absences.toldAt} > ${now.getTime() - 2 * eventTimes.contestForMs})",
  },
  "a late payment is kept": {
    file: "app/models/deposit/settlement.server.ts",
    from: "<= ${deposits.paidAt} then 'canceled-before-paid'",
    to: "<= ${deposits.paidAt} then 'canceled-late'",
  },
  "a ledger line can be changed": {
    file: "migrations/0000_club.sql",
    from: "CREATE TRIGGER ledger_is_not_rewritten BEFORE UPDATE ON ledger",
    to: "CREATE TRIGGER ledger_is_not_rewritten BEFORE UPDATE ON ledger WHEN 0",
  },
  "standby ends five hours before": {
    file: "app/lib/event/event-times.ts",
    from: "standbyEndsBeforeMs: 3 * hourMs",
    to: "standbyEndsBeforeMs: 5 * hourMs",
  },
  "a small table is dissolved when people are on their way": {
    file: "app/lib/event/event-times.ts",
    from: "dissolvesUntilBeforeMs: 2 * hourMs",
    to: "dissolvesUntilBeforeMs: 0 * hourMs",
  },
  "booked once the tables are made": {
    file: "app/db/conditions.ts",
    from: "${events.matchedAt} is null\n    and ${events.taken}",
    to: "1 = 1\n    and ${events.taken}",
  },
  "a reminder that was turned off": {
    file: "app/models/booking/event-transitions.server.ts",
    from: "${profiles.wantsReminders} = 1)`",
    to: "1 = 1)`",
  },
  "the new address of a feed is the old one": {
    file: "app/models/account/profiles.server.ts",
    from: 'choice === "feed" ? sql`calendar_salt`',
    to: 'choice !== "no" ? sql`calendar_salt`',
  },
  "reminded two days before": {
    file: "app/lib/event/event-times.ts",
    from: "reminderBeforeMs: 24 * hourMs",
    to: "reminderBeforeMs: 47 * hourMs",
  },
  "no priority after standby": {
    file: "app/models/seating/match-input.server.ts",
    from: "priority: standbyCount",
    to: "priority: 0 * standbyCount",
  },
  "a free seat beside somebody who is avoided": {
    file: "app/models/booking/seat-transitions.server.ts",
    from: "join ${avoidances} on (${avoidances.userId} = others.user_id",
    to: "join ${avoidances} on 1 = 0 and (${avoidances.userId} = others.user_id",
  },
  "a free seat beside somebody who avoids": {
    file: "app/models/booking/seat-transitions.server.ts",
    from: "or (${avoidances.userId} = joining.user_id and",
    to: "or (1 = 0 and ${avoidances.userId} = joining.user_id and",
  },
  "avoidances are not read": {
    file: "app/matching/rules.ts",
    from: '["avoid"] : ["avoid", "met"]',
    to: '["avoid"] : ["met"]',
  },
  "who is allowed to meet again sits with whom they avoid": {
    file: "app/matching/rules.ts",
    from: 'relaxed.includes("met") ? ["avoid"] :',
    to: 'relaxed.includes("met") ? [] :',
  },
  "met before is not read": {
    file: "app/matching/rules.ts",
    from: '["avoid"] : ["avoid", "met"]',
    to: '["avoid"] : ["avoid"]',
  },
  "a restaurant of a higher price": {
    file: "app/matching/venues/needs.ts",
    from: "price <= maxPrice",
    to: "price <= maxPrice + 1",
  },
  "a restaurant without the diet": {
    file: "app/matching/venues/needs.ts",
    from: "(diner.diets & ~venue.diets) === 0",
    to: "(diner.diets & ~venue.diets) >= 0",
  },
  "a restaurant with steps": {
    file: "app/matching/venues/needs.ts",
    from: "!diner.stepFree || venue.stepFree === true",
    to: "!diner.stepFree || venue.stepFree !== true",
  },
  "no common language": {
    file: "app/matching/rules.ts",
    from: 'relaxed.includes("language") ? 0 : diner.languages',
    to: 'relaxed.includes("language") ? 0 : 0 * diner.languages',
  },
  "a block does not keep from booking": {
    file: "app/db/conditions.ts",
    from: "where ${blocks.userId} = ${userId}\n",
    to: "where 1 = 0 and ${blocks.userId} = ${userId}\n",
  },
  "confirmed within three days": {
    file: "app/lib/privacy/kept-times.ts",
    from: "confirmLink: 24 * hourMs",
    to: "confirmLink: 72 * hourMs",
  },
  "a new address within a week": {
    file: "app/lib/privacy/kept-times.ts",
    from: "changeEmailLink: 24 * hourMs",
    to: "changeEmailLink: 168 * hourMs",
  },
  "a new password within two hours": {
    file: "app/lib/privacy/kept-times.ts",
    from: "resetLink: hourMs",
    to: "resetLink: 2 * hourMs",
  },
  "a reset ends no session": {
    file: "app/models/account/credentials.server.ts",
    from: "db.delete(sessions).where(and(eq(sessions.userId, userId), ne(",
    to: "db.delete(sessions).where(and(eq(sessions.userId, `${userId} not`), ne(",
  },
  "locked for five minutes": {
    file: "app/lib/privacy/kept-times.ts",
    from: "signInAttempt: 15 * minuteMs",
    to: "signInAttempt: 5 * minuteMs",
  },
  "a recovery within an hour": {
    file: "app/lib/privacy/kept-times.ts",
    from: "recovery: 72 * hourMs",
    to: "recovery: 1 * hourMs",
  },
  "a host link works for a day before": {
    file: "app/lib/event/event-times.ts",
    from: "hostLinkFromBeforeMs: 6 * hourMs",
    to: "hostLinkFromBeforeMs: 24 * hourMs",
  },
  "a host link works for a week": {
    file: "app/lib/event/event-times.ts",
    from: "hostLinkUntilAfterMs: 36 * hourMs",
    to: "hostLinkUntilAfterMs: 168 * hourMs",
  },
  "hosts write nine times": {
    file: "app/models/host/host-links.server.ts",
    from: "maxHostMessages = 3",
    to: "maxHostMessages = 9",
  },
  "a wish that is not returned is told": {
    file: "app/models/feedback/feedback-results.server.ts",
    from: "and back.other_booking_id = ${wishes.bookingId} and",
    to: "and",
  },
  "a wish is told although one avoids the other": {
    file: "app/models/feedback/feedback-results.server.ts",
    from: "and not ${isKeptApart(sql`own.user_id`, sql`others.user_id`)}",
    to: "",
  },
  "company is always told": {
    file: "app/models/seating/company.server.ts",
    from: "others.some(has) && isTold()",
    to: "others.some(has) && (isTold() || true)",
  },
  "company of one other": {
    file: "app/models/seating/company.server.ts",
    from: "candidates >= minCandidates &&",
    to: "candidates >= 1 &&",
  },
  "figures of a few dinners": {
    file: "app/models/figures/club-figures.server.ts",
    from: "found.figures.dinners < minPublicCount",
    to: "found.figures.dinners < 1",
  },
  "counted before everybody has answered": {
    file: "app/models/figures/club-figures.server.ts",
    from: "eventTimes.feedbackForMs + 2 * dayMs",
    to: "eventTimes.feedbackForMs - 2 * dayMs",
  },
  "a report counts two people": {
    file: "app/operations/report/format.ts",
    from: "minCount = 5",
    to: "minCount = 2",
  },
  "the history stays for ten years": {
    file: "app/lib/privacy/kept-times.ts",
    from: "securityNote: 365 * dayMs",
    to: "securityNote: 3_650 * dayMs",
  },
  "unconfirmed accounts stay for ten weeks": {
    file: "app/lib/privacy/kept-times.ts",
    from: "unconfirmedAccount: 7 * dayMs",
    to: "unconfirmedAccount: 70 * dayMs",
  },
  "keys go after two months": {
    file: "app/lib/privacy/kept-times.ts",
    from: "accountKey: 730 * dayMs",
    to: "accountKey: 60 * dayMs",
  },
  "emails to an erased person stay": {
    file: "app/models/account/erase-account.server.ts",
    from: "deleteEmailsTo(db, addresses)",
    to: "deleteEmailsTo(db, sql`(select '')`)",
  },
  "an entry of somebody who withdrew consent": {
    file: "app/models/seating/match-entries.server.ts",
    from: '${condition} and not ${lacksSensitiveAnswer(part("answered"))}`',
    to: "${condition}`",
  },
};
