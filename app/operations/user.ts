import * as z from "zod";
import { loadBatched } from "#app/db/batched-read.ts";
import { deleteAvatars } from "#app/models/account/avatars.server.ts";
import { eraseByOperator } from "#app/models/account/erase-account.server.ts";
import { exportAccount } from "#app/models/account/export-account.server.ts";
import { listUserBookings } from "#app/models/booking/event-bookings.server.ts";
import { hasSeveralCities } from "#app/models/city/cities.server.ts";
import { notesPageSize, readSecurityNotes } from "#app/models/security/security-notes.server.ts";
import { getBookingState } from "./booking/find-booking.ts";
import { writeTextFile } from "./files.ts";
import { findUserByEmailOrId } from "./find-user.ts";
import { filePath, id, wholeNumber } from "./inputs.ts";
import { defineOperation, type Noun } from "./operation.ts";
import { recoverOperation } from "./recover-user.ts";
import { findClubTimeFormat, formatLocalTime } from "./times.ts";
import { shortId } from "./words.ts";

const showOperation = defineOperation({
  verb: "show",
  arguments: "<user>",
  description: "Shows an account and its bookings, by email address or id.",
  example: "user show anna@example.com",
  concerns: "somebody",
  input: z.object({ user: id }),
  async run(context, { user: emailOrPrefix }) {
    const found = await findUserByEmailOrId(context, emailOrPrefix);
    const userBookings = await listUserBookings(context.db, found.id);
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
    const formatDate = (date: Date | null) => (date ? formatTime(date) : "never");
    const lines = [
      `${found.firstName} ${found.lastName} <${found.email}>, shown as ${found.shownAs}`,
      `id ${found.id}`,
      `signed up ${formatDate(found.createdAt)}, email confirmed ${formatDate(found.emailConfirmedAt)}`,
      `quiz ${found.isQuizDone ? "done" : "not done"}, ${found.hasPhoto ? "a" : "no"} photo, open sessions: ${found.sessionCount}, kept apart from: ${found.avoidanceCount}`,
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
    return { message: lines.join("\n"), data: { ...found, bookings }, userIds: [found.id] };
  },
});

const historyOperation = defineOperation({
  verb: "history",
  arguments: "<user>",
  description:
    "Shows what happened to an account in the last year: refused sign-ins, changes of how it is opened, exports, and operators’ commands.",
  example: "user history anna@example.com",
  concerns: "somebody",
  options: { page: ["<number>", "older lines, 50 a page"] },
  input: z.object({ user: id, page: wholeNumber(1, 1_000).default(1) }),
  async run(context, { user: emailOrPrefix, page }) {
    const { id: userId } = await findUserByEmailOrId(context, emailOrPrefix);
    const found = await loadBatched(context, readSecurityNotes(context.db, userId, page));
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
  description: "Exports everything stored about a person as JSON, to the terminal or to a file.",
  example: "user export anna@example.com --to anna.json",
  concerns: "somebody",
  options: { to: ["<file>", "write to this file, which only you can read"] },
  input: z.object({ user: id, to: filePath.optional() }),
  async run(context, { user: emailOrPrefix, to }) {
    const { id: userId } = await findUserByEmailOrId(context, emailOrPrefix);
    const data = await exportAccount({ db: context.db, bucket: context.env.AVATARS }, userId);
    const json = JSON.stringify(data, null, 2);
    if (!to) return { message: json, data, userIds: [userId] };
    writeTextFile(to, `${json}\n`, 0o600);
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
  changesData: true,
  input: z.object({ user: id }),
  async run(context, { user: emailOrPrefix }) {
    const found = await findUserByEmailOrId(context, emailOrPrefix);
    return {
      userIds: [found.id],
      summary: `erase ${found.email} and everything stored about them`,
      needsConfirmation: true,
      async apply() {
        await eraseByOperator(context.db, found.id, context.now);
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

export const user: Noun = {
  description: "Accounts.",
  operations: [showOperation, historyOperation, recoverOperation, exportOperation, eraseOperation],
};
