import * as z from "zod";
import { hostLinks } from "#app/db/schema/host.ts";
import { hostPageUrl } from "#app/emails/links.server.ts";
import { hostLinkTimes } from "#app/lib/event/event-times.ts";
import { findBlock } from "#app/models/account/blocks.server.ts";
import { findUser } from "#app/models/account/users.server.ts";
import { addHostLink, listHostLinks, revokeHostLink } from "#app/models/host/host-links.server.ts";
import { describeEvent, findEventByPrefix } from "./event/find-event.ts";
import { id, venueName } from "./inputs.ts";
import {
  defineOperation,
  findIdByPrefix,
  type Noun,
  type OperationContext,
  refusedError,
} from "./operation.ts";
import { findVenueAmong } from "./venue/venue-inputs.ts";
import { formatLocalTime, shortId } from "./words.ts";

/** The deployed club's secret can't be read from here, so only its emails contain the links. */
const findUrl = ({ env }: OperationContext, linkId: string) =>
  env.SESSION_SECRET ? hostPageUrl(env, linkId) : null;

const createOperation = defineOperation({
  verb: "create",
  arguments: "<event>",
  description: "Makes a link to the host’s page, one for each restaurant, or shows the one that is there.",
  example: "host-link create 3f2a91bc --venue 77aa01fe --email reception@example.com",
  concerns: "nobody",
  deskRole: "city",
  options: {
    venue: ["<venue>", "for this venue only, by its id or its name"],
    email: ["<address>", "sends the link there, 6 hours before the event"],
  },
  changesData: true,
  input: z.object({
    event: id,
    venue: venueName.optional(),
    email: z.email("is an email address").max(200).optional(),
  }),
  async run(context, { event: prefix, venue: venuePrefix, email = null }) {
    const { db, env, now } = context;
    const event = await findEventByPrefix(context, prefix);
    const { from, until } = hostLinkTimes(event.date);
    if (event.canceledAt) throw refusedError(`${describeEvent(event)} is canceled.`);
    if (until <= now) throw refusedError(`${describeEvent(event)} is over.`);
    if (!env.SESSION_SECRET && !email)
      throw refusedError(
        "Name an --email, or set SESSION_SECRET to the club’s own value: it signs the links.",
      );
    const account = email && (await findUser(db, email));
    if (account && (await findBlock(db, account.id, now)))
      throw refusedError(`${email} is blocked: see user show.`);
    const ofEvent = event.venues.map((venue) => ({ ...venue, id: venue.venueId }));
    const chosen = venuePrefix ? [findVenueAmong(ofEvent, venuePrefix, "at this event")] : ofEvent;
    const names = chosen.map(({ name }) => name).join(", ");
    return {
      canBeUndone: true,
      summary: `make a host link for ${names} at ${describeEvent(event)}${email ? `, and send it to ${email}` : ""}`,
      async apply() {
        const links = [];
        for (const { venueId, name } of chosen) {
          const linkId = await addHostLink(db, { eventId: event.id, venueId, email, now });
          links.push({ id: linkId, venueId, venueName: name, email, url: findUrl(context, linkId) });
        }
        const lines = links.map(({ id: linkId, venueName, url }) =>
          url ? `${venueName}: ${url}` : `${venueName}: link ${shortId(linkId)}, sent by email only`,
        );
        const format = (time: Date) => formatLocalTime(time, event.timeZone);
        const works = `Works from ${format(from)} to ${format(until)}. Anybody with a link can open it.`;
        const sent = email ? [`It is sent to ${email} when it begins to work.`] : [];
        return { message: [...lines, works, ...sent].join("\n"), data: links };
      },
    };
  },
});

const listOperation = defineOperation({
  verb: "list",
  arguments: "<event>",
  description: "Lists the host links of an event.",
  example: "host-link list 3f2a91bc",
  concerns: "nobody",
  deskRole: "door",
  input: z.object({ event: id }),
  async run(context, { event: prefix }) {
    const event = await findEventByPrefix(context, prefix);
    const links = await listHostLinks(context.db, event.id);
    const format = (time: Date | null) => (time ? formatLocalTime(time, event.timeZone) : "");
    const rows = links.map((link) => [
      shortId(link.id),
      link.venueName,
      link.email ?? "",
      format(link.mailedAt),
      link.revokedAt ? `revoked ${format(link.revokedAt)}` : (findUrl(context, link.id) ?? ""),
    ]);
    return {
      message: {
        headings: ["id", "venue", "email", "sent", "link"],
        rows,
        empty: "No host link yet: make one with host-link create.",
      },
      data: links.map((link) => ({ ...link, url: link.revokedAt ? null : findUrl(context, link.id) })),
    };
  },
});

const revokeOperation = defineOperation({
  verb: "revoke",
  arguments: "<link>",
  description: "Ends a host link at once. Make another one with host-link create.",
  example: "host-link revoke 5d1f0c2a",
  concerns: "nobody",
  changesData: true,
  input: z.object({ link: id }),
  async run(context, { link: prefix }) {
    const linkId = await findIdByPrefix(context, hostLinks, "host link", prefix);
    return {
      summary: `end host link ${shortId(linkId)}`,
      async apply() {
        if (!(await revokeHostLink(context.db, linkId, context.now)))
          throw refusedError(`Host link ${shortId(linkId)} is already revoked.`);
        return { message: `Ended host link ${shortId(linkId)}.`, data: { id: linkId } };
      },
    };
  },
});

export const hostLink: Noun = {
  description: "Links to the host’s page, for the people who welcome the diners.",
  operations: [{ ...createOperation, isDefault: true }, listOperation, revokeOperation],
};
