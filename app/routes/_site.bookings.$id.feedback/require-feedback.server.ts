import type { AppLoadContext } from "@remix-run/cloudflare";
import { findSignedIn } from "#app/auth/session.server.ts";
import { loadBatched } from "#app/db/batches.ts";
import { bookingLinks, checkBookingLink, photoQuery } from "#app/emails/links.server.ts";
import { brokenLink } from "#app/http/responses.ts";
import { feedbackWindow } from "#app/lib/event/event-times.ts";
import { sign } from "#app/lib/signatures.server.ts";
import { readFeedback } from "#app/models/feedback/feedback.server.ts";

/** For anybody with the signed link, and for the diner without it. */
export async function requireFeedback(request: Request, bookingId: string, context: AppLoadContext) {
  const [link, session, found] = await Promise.all([
    checkBookingLink(request, bookingId, "feedback link", context),
    findSignedIn(context),
    loadBatched(context, readFeedback(context.db, bookingId, context.now)),
  ]);
  const isSignedIn = found !== undefined && session?.userId === found.userId;
  if (!found || (link === "forged" && !isSignedIn)) throw brokenLink();
  const { opensAt, closesAt } = feedbackWindow(found.date, found.timeZone);
  const { now, env } = context;
  const window = now < opensAt ? "early" : now < closesAt ? "open" : "over";
  const state = found.isBlocked ? "over" : found.canAnswer ? window : found.isNoShow ? "no-show" : "none";
  return {
    found,
    state,
    /** Whoever had a seat says whom they would rather not sit with, whether they came or not. */
    mayAvoid: state === "open" || (state === "no-show" && window === "open"),
    opensAt,
    closesAt,
    /** Names a table-mate on this page only: no id of another diner is in it. */
    mates: found.mates.map((mate) => ({
      ...mate,
      token: sign(env, "feedback mate", bookingId, mate.bookingId),
    })),
    contestPath:
      found.hasAbsence && !found.isBlocked
        ? findContestPath(env, found, { isSignedIn, hasLink: link === "open" })
        : null,
    photoQuery: link === "open" ? photoQuery(env, found, closesAt) : "",
  } as const;
}

/** Where a no-show says that they came: without the key for a diner who is signed in. */
function findContestPath(
  env: Env,
  booking: { bookingId: string; date: Date; timeZone: string },
  { isSignedIn, hasLink }: { isSignedIn: boolean; hasLink: boolean },
): string | null {
  if (isSignedIn) return `/bookings/${booking.bookingId}/contest`;
  if (!hasLink) return null;
  const { pathname, search } = new URL(bookingLinks(env, booking).contest);
  return pathname + search;
}
