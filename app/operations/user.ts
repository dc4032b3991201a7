import * as z from "zod";
import { loadBatched } from "#app/db/batches.ts";
import { describeMeal } from "#app/lib/event/sheet.ts";
import { blockAccount, findBlock, unblockAccount } from "#app/models/account/blocks.server.ts";
import { eraseAccount, findErasure } from "#app/models/account/erase-account.server.ts";
import { exportAccount } from "#app/models/account/export-account.server.ts";
import { deleteAvatars } from "#app/models/account/profiles.server.ts";
import { findRecovery } from "#app/models/account/recoveries.server.ts";
import { listUserBookings } from "#app/models/booking/event-bookings.server.ts";
import { cancelByClub } from "#app/models/booking/transitions.server.ts";
import { hasSeveralCities } from "#app/models/city/cities.server.ts";
import { findBrokenAddress } from "#app/models/outbox/broken-addresses.server.ts";
import { listRoleAnswers } from "#app/models/quiz/answers.server.ts";
import { notesPageSize, readSecurityNotes } from "#app/models/security/security-notes.server.ts";
import { getBookingState } from "./booking/together.ts";
import { crowdsOperation, differentOperation } from "./crowds.ts";
import { forceHelp, writeTextFile } from "./files.ts";
import { filePath, findUserByEmailOrId, id, text, wholeNumber } from "./inputs.ts";
import { correctAddressOperation, inviteOperation } from "./invite-user.ts";
import { defineOperation, type Noun, refusedError, usageError } from "./operation.ts";
import { recoverOperation } from "./recover-user.ts";
import { findClubTimeFormat, findClubZone, formatLocalTime, parseTime, plural, shortId } from "./words.ts";

const brokenWords = { bounced: "came back", complained: "was marked as spam" };

const showOperation = defineOperation({
  verb: "show",
  arguments: "<user>",
  description: "Shows an account, what they eat, and their bookings, by email address or id.",
  example: "user show anna@example.com",
  concerns: "somebody",
  input: z.object({ user: id }),
  async run(context, { user: emailOrPrefix }) {
    const found = await findUserByEmailOrId(context, emailOrPrefix);
    const userBookings = await listUserBookings(context.db, found.id);
    const eats = describeMeal(await listRoleAnswers(context.db, found.id));
    const broken = await findBrokenAddress(context.db, found.email);
    const recovery = await findRecovery(context.db, { userId: found.id });
    const bookings = userBookings.map((booking) => ({
      id: booking.id,
      date: booking.date,
      city: booking.citySlug,
      cityName: booking.cityName,
      venue: booking.venueName,
      state: getBookingState(booking),
    }));
    const showsCity = await hasSeveralCities(context.db);
    const formatTime = await findClubTimeFormat(context.db);
    const block = await findBlock(context.db, found.id, context.now);
    const formatDate = (date: Date | null) => (date ? formatTime(date) : "never");
    const lines = [
      `${found.firstName} ${found.lastName} <${found.email}>, shown as ${found.shownAs}`,
      `id ${found.id}`,
      `signed up ${formatDate(found.createdAt)}, email confirmed ${formatDate(found.emailConfirmedAt)}`,
      ...(recovery
        ? [
            `gets the address ${recovery.newEmail} on ${formatDate(recovery.dueAt)}, unless the old one stops it`,
          ]
        : []),
      ...(broken
        ? [
            `gets no emails since ${formatDate(broken.at)}, when one ${brokenWords[broken.reason]}: email allow ${found.email}`,
          ]
        : []),
      `quiz ${found.isQuizDone ? "done" : "not done"}, ${found.hasPhoto ? "a" : "no"} photo, open sessions: ${found.sessionCount}, kept apart from: ${found.avoidanceCount}`,
      ...(eats ? [`eats: ${eats}`] : []),
      ...(block
        ? [
            `blocked since ${formatDate(block.createdAt)}${describeEnd(block.endsAt, formatTime)}: ${block.reason}`,
          ]
        : []),
      ...(found.crowdSize > 1
        ? [`may be the same person as ${plural(found.crowdSize - 1, "other account")}: see user crowds`]
        : []),
      ...userBookings.map((booking) =>
        [
          formatLocalTime(booking.date, booking.timeZone),
          ...(showsCity ? [booking.cityName] : []),
          ...(booking.venueName ? [booking.venueName] : []),
          getBookingState(booking),
          shortId(booking.id),
        ].join("  "),
      ),
    ];
    const data = {
      ...found,
      eats,
      brokenSince: broken?.at ?? null,
      recovery: recovery ?? null,
      block: block ?? null,
      bookings,
    };
    return { message: lines.join("\n"), data, userIds: [found.id] };
  },
});

const historyOperation = defineOperation({
  verb: "history",
  arguments: "<user>",
  description:
    "Shows what happened to an account in the last year: refused sign-ins, changes of how it is opened, exports, and operators’ commands. By its id, of a deleted one: who deleted it, and when.",
  example: "user history anna@example.com",
  concerns: "somebody",
  options: { page: ["<number>", "older lines, 50 a page"] },
  input: z.object({ user: id, page: wholeNumber(1, 1_000).default(1) }),
  async run(context, { user: emailOrPrefix, page }) {
    const erasure = await findErasure(context.db, emailOrPrefix);
    const userId = erasure ? emailOrPrefix : (await findUserByEmailOrId(context, emailOrPrefix)).id;
    const found = erasure
      ? [erasure]
      : await loadBatched(context, readSecurityNotes(context.db, userId, { page }));
    const notes = found.slice(0, notesPageSize);
    const formatTime = await findClubTimeFormat(context.db);
    const rows = notes.map(({ at, kind, madeBy, detail }) => [
      formatTime(at),
      kind,
      madeBy ?? "unknown",
      detail ?? "",
    ]);
    const headings = ["when", "what", "by", "from, or the command"];
    const table = { headings, rows, empty: "Nothing has happened to this account." };
    const more = found.length > notesPageSize ? [`Older lines: --page ${page + 1}.`] : [];
    return { message: [table, ...more], data: notes, userIds: [userId] };
  },
});

const exportOperation = defineOperation({
  verb: "export",
  arguments: "<user>",
  description: "Exports what is stored about a person as JSON, to the terminal or to a file.",
  example: "user export anna@example.com --to anna.json",
  concerns: "somebody",
  computerReason: "the file with somebody’s data must be only where you keep it",
  options: { to: ["<file>", "write to this file, which only you can read"], force: forceHelp },
  input: z.object({ user: id, to: filePath.optional(), force: z.boolean().default(false) }),
  async run(context, { user: emailOrPrefix, to, force }) {
    const { id: userId } = await findUserByEmailOrId(context, emailOrPrefix);
    const data = await exportAccount({ db: context.db, bucket: context.env.AVATARS }, userId);
    const json = JSON.stringify(data, null, 2);
    if (!to) return { message: json, data, userIds: [userId] };
    await writeTextFile(to, `${json}\n`, { force, isPrivate: true });
    return { message: `Wrote ${to}.`, data: { to }, userIds: [userId] };
  },
});

const eraseOperation = defineOperation({
  verb: "erase",
  arguments: "<user>",
  description:
    "Deletes a person’s account, answers, bookings, emails and photo. A restored backup leaves them out too. The match record of an event with tables shows that a booking was removed.",
  example: "user erase anna@example.com",
  concerns: "somebody",
  computerReason: "it can’t be undone, and a backup is made first",
  changesData: true,
  input: z.object({ user: id }),
  async run(context, { user: emailOrPrefix }) {
    const found = await findUserByEmailOrId(context, emailOrPrefix);
    return {
      userIds: [found.id],
      summary: `erase ${found.email} and everything stored about them`,
      needsConfirmation: true,
      async apply() {
        await eraseAccount(context.db, found.id, context.now, "operator");
        const hasDeletedPhoto = await deleteAvatars(context.env.AVATARS, found.id).then(
          () => true,
          () => false,
        );
        const note = hasDeletedPhoto
          ? ""
          : " The photo can’t be deleted now: the cron deletes it within hours.";
        return { message: `Erased ${found.id}.${note}`, data: { id: found.id, hasDeletedPhoto } };
      },
    };
  },
});

const describeEnd = (endsAt: Date | null, formatTime: (date: Date) => string) =>
  endsAt ? ` until ${formatTime(endsAt)}` : "";

const blockOperation = defineOperation({
  verb: "block",
  arguments: "<user>",
  description:
    "Signs a person out, lets them neither sign in nor book, cancels their bookings for the club, and ends their links to feedback and as a host. Holds for the same email address or Google account also after the account is deleted.",
  example: 'user block anna@example.com --reason "Bothered the table on 4 December."',
  concerns: "somebody",
  options: {
    reason: ["<text>", "why: for operators, and in the person’s export of their data"],
    until: ["<time>", "when the block ends; until you take it back where you leave it out"],
  },
  changesData: true,
  input: z.object({ user: id, reason: text(500), until: text(40).optional() }),
  async run(context, { user: emailOrPrefix, reason, until }) {
    const { db, now } = context;
    const found = await findUserByEmailOrId(context, emailOrPrefix);
    const endsAt = until ? parseTime(until, await findClubZone(db)) : null;
    if (endsAt && endsAt <= now) throw usageError("--until is in the past.");
    const end = describeEnd(endsAt, await findClubTimeFormat(db));
    const open = (await listUserBookings(db, found.id)).filter(
      ({ canceled, date }) => !canceled && date > now,
    );
    return {
      userIds: [found.id],
      summary: `block ${found.email}${end}, sign them out everywhere, and cancel ${plural(open.length, "booking")}${open.length > 0 ? ": they get an email about each, and their deposits back" : ""}`,
      details: open.length > 0 ? ["The block can be taken back; the bookings stay canceled."] : [],
      needsConfirmation: true,
      canBeUndone: true,
      isRepeatable: true,
      async apply() {
        let canceledCount = 0;
        for (const userId of await blockAccount(db, { userId: found.id, reason, endsAt, now }))
          for (const { id: bookingId, canceled } of await listUserBookings(db, userId))
            if (!canceled && (await cancelByClub(db, { bookingId, what: "block", now }))) canceledCount++;
        const message = `Blocked ${found.email}${end}, and canceled ${plural(canceledCount, "booking")}.`;
        return { message, data: { id: found.id, endsAt, canceledCount } };
      },
    };
  },
});

const unblockOperation = defineOperation({
  verb: "unblock",
  arguments: "<user>",
  description: "Lets a blocked person sign in and book again.",
  example: "user unblock anna@example.com",
  concerns: "somebody",
  changesData: true,
  input: z.object({ user: id }),
  async run(context, { user: emailOrPrefix }) {
    const { id: userId, email } = await findUserByEmailOrId(context, emailOrPrefix);
    return {
      userIds: [userId],
      summary: `take back the block of ${email}`,
      canBeUndone: true,
      async apply() {
        if (!(await unblockAccount(context.db, userId, context.now)))
          throw refusedError(`${email} is not blocked.`);
        return { message: `${email} is no longer blocked.`, data: { id: userId } };
      },
    };
  },
});

export const user: Noun = {
  description: "Accounts.",
  operations: [
    showOperation,
    historyOperation,
    inviteOperation,
    correctAddressOperation,
    recoverOperation,
    exportOperation,
    blockOperation,
    unblockOperation,
    crowdsOperation,
    differentOperation,
    eraseOperation,
  ],
};
