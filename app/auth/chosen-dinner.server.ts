import type { AppLoadContext } from "@remix-run/cloudflare";
import { loadBatched } from "#app/db/batches.ts";
import { readChosenEvent } from "#app/http/cookies.ts";
import { cityBeside, eventDateAndTime } from "#app/lib/dates.ts";
import { describeEvening } from "#app/lib/event/evening.ts";
import { readLinkToken } from "#app/lib/signatures.server.ts";
import { findFriendLink } from "#app/models/booking/friend-links.server.ts";
import { readBookability } from "#app/models/event/upcoming-events.server.ts";
import { userIdIfSignedIn } from "./session.server.ts";

/** An email to an address that is not confirmed has no name that its sender could choose. */
export const describeChosenDinner = async (
  context: AppLoadContext,
  friend?: "A friend",
): Promise<string | null> => (await findChosenDinner(context, friend))?.sentence ?? null;

/** Says to somebody who is signing up to which dinner they go, and with whom, while it can be booked. */
export async function findChosenDinner(context: AppLoadContext, friend?: "A friend") {
  const { db, env, now, timeZone } = context;
  const chosen = readChosenEvent(context);
  if (!chosen) return null;
  const linkId = readLinkToken(env, "friend", chosen);
  const link = linkId
    ? await findFriendLink(db, { linkId, userId: userIdIfSignedIn(context), now })
    : undefined;
  const event = link ?? (await loadBatched(context, readBookability(db, chosen, now)));
  if (!event?.isOpen || link?.isClosed) return null;
  const when = eventDateAndTime(event.date, event, timeZone);
  const city = cityBeside(when, event);
  const dinner = `the dinner on ${when}${city ? ` in ${city}` : ""}`;
  return {
    sentence: link ? `${friend ?? link.firstName} asks you along to ${dinner}.` : `You chose ${dinner}.`,
    evening: describeEvening(event, event).drawing,
  };
}
