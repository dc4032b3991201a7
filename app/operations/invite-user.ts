import * as z from "zod";
import { emailForm } from "#app/lib/account/account-forms.ts";
import { personName } from "#app/lib/account/person.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { newLinkId } from "#app/lib/signatures.server.ts";
import { correctAddress, signUp } from "#app/models/account/sign-up.server.ts";
import { findAccount, findUser } from "#app/models/account/users.server.ts";
import { describeEvent, findEventByPrefix, getEventState } from "./event/find-event.ts";
import { findUserByEmailOrId, id } from "./inputs.ts";
import { defineOperation, refusedError } from "./operation.ts";

/** Shows and does the same whether or not the address has an account, as signing up does. */
export const inviteOperation = defineOperation({
  verb: "invite",
  description:
    "Makes an account for somebody, such as on the phone. They get a link with which they choose a password, agree to the terms and confirm their address; then they do the quiz. An address that has an account gets an email that says so.",
  example: "user invite --email anna@example.com --first-name Anna --last-name Kiss --event 3f2a91bc",
  concerns: "somebody",
  deskRole: "city",
  options: {
    email: ["<email>", "their address: spell it back to them"],
    firstName: ["<name>", "as their table will read it; they can change it"],
    lastName: ["<name>", "only the club sees it"],
    event: ["<event>", "the event that they would like: it is chosen for them after the quiz"],
  },
  changesData: true,
  input: z.object({
    email: emailForm.shape.email,
    firstName: personName.default(""),
    lastName: personName.default(""),
    event: id.optional(),
  }),
  async run(context, { email, firstName, lastName, event: prefix }) {
    const { db, now } = context;
    const event = prefix ? await findEventByPrefix(context, prefix) : undefined;
    if (event && getEventState(event, now) !== "open")
      throw refusedError(`${describeEvent(event)} can’t be booked: it is ${getEventState(event, now)}.`);
    const known = await findUser(db, email);
    const newId = crypto.randomUUID();
    return {
      userIds: [known?.id ?? newId],
      summary: `make an account for ${email}${firstName && `, ${firstName} ${lastName}`.trimEnd()}, and email them a link with which they choose a password`,
      details: [
        "The link works for 3 days. Until they have chosen a password and done the quiz, nothing can be booked for them.",
        ...(event
          ? [
              `${describeEvent(event)} is chosen for them after the quiz. Its seats stay free for others until they book it.`,
            ]
          : []),
      ],
      needsConfirmation: true,
      async apply() {
        const linkId = newLinkId();
        await signUp(db, {
          id: newId,
          email,
          firstName,
          lastName,
          passwordHash: null,
          linkId,
          linkExpiresAt: new Date(now.getTime() + keptMs.invitationLink),
          deviceHash: null,
          now,
          confirmation: { kind: "invitation", to: email, data: { linkId, eventId: event?.id ?? null } },
        });
        return {
          message: `${email} gets an email. Sent again within 10 minutes, it is the same email.`,
          data: { email },
        };
      },
    };
  },
});

export const correctAddressOperation = defineOperation({
  verb: "correct-address",
  arguments: "<user>",
  description:
    "Corrects a mistyped address that nobody has confirmed, at once: a new link goes to the right one, and the old link ends.",
  example: "user correct-address anna@exmaple.com --email anna@example.com",
  concerns: "somebody",
  deskRole: "city",
  isOfNoCity: true,
  options: { email: ["<email>", "the right address"] },
  changesData: true,
  input: z.object({ user: id, email: emailForm.shape.email }),
  async run(context, { user: emailOrPrefix, email: to }) {
    const { db, now } = context;
    const { id: userId, email, emailConfirmedAt } = await findUserByEmailOrId(context, emailOrPrefix);
    if (emailConfirmedAt)
      throw refusedError(
        `Somebody has confirmed ${email}: they change it in their settings, or see user recover if they have lost it.`,
      );
    if (await findUser(db, to)) throw refusedError(`${to} has an account already.`);
    const account = await findAccount(db, email);
    const kind = account?.passwordHash ? ("confirm-email" as const) : ("invitation" as const);
    return {
      userIds: [userId],
      summary: `change ${email} to ${to}, and email a new link there; the old link ends`,
      needsConfirmation: true,
      async apply() {
        const isDone = await correctAddress(db, {
          userId,
          oldEmail: email,
          linkId: newLinkId(),
          linkExpiresAt: new Date(
            now.getTime() + (kind === "invitation" ? keptMs.invitationLink : keptMs.confirmLink),
          ),
          confirmation: { kind, to },
          now,
        });
        if (!isDone)
          throw refusedError(
            `Nothing was changed: somebody has confirmed ${email} meanwhile, ${to} has an account now, or it has just got several emails.`,
          );
        return { message: `The address is ${to} now, and gets a new link.`, data: { id: userId, email: to } };
      },
    };
  },
});
