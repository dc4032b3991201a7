import * as z from "zod";
import { emailForm } from "#app/lib/account/account-forms.ts";
import { findRecovery, startRecovery, stopRecovery } from "#app/models/account/recoveries.server.ts";
import { findUserByEmailOrId, id } from "./inputs.ts";
import { defineOperation, refusedError, usageError } from "./operation.ts";

export const recoverOperation = defineOperation({
  verb: "recover",
  arguments: "<user>",
  description:
    "Gives an account another email address after 72 hours, for somebody who has lost theirs. Both addresses are told, and the old one can stop it.",
  example: "user recover anna@example.com --to anna@example.org",
  concerns: "somebody",
  options: {
    to: ["<email>", "the new address"],
    stop: "stop it while it waits; the account stays as it is",
  },
  changesData: true,
  input: z.object({ user: id, to: emailForm.shape.email.optional(), stop: z.boolean().default(false) }),
  async run(context, { user: emailOrPrefix, to, stop }) {
    const { db, now } = context;
    if ((to === undefined) !== stop) throw usageError("Use either --to or --stop.");
    const { id: userId, email, emailConfirmedAt } = await findUserByEmailOrId(context, emailOrPrefix);
    const waiting = await findRecovery(db, { userId });
    if (to === undefined) {
      const nothingError = () => refusedError(`${email} is to have no other address.`);
      if (!waiting) throw nothingError();
      return {
        userIds: [userId],
        summary: `leave the account of ${email} as it is, and tell both addresses`,
        async apply() {
          if (!(await stopRecovery(db, { userId }, { madeBy: "operator", now }))) throw nothingError();
          return { message: `Stopped. ${email} stays the address.`, data: { id: userId } };
        },
      };
    }
    if (waiting)
      throw refusedError(`${email} is already to have ${waiting.newEmail}: stop that first, with --stop.`);
    if (!emailConfirmedAt)
      throw refusedError(`Nobody has confirmed ${email}: sign up with the other address.`);
    const takenError = () => refusedError(`${to} has an account already.`);
    if (to === email) throw takenError();
    return {
      userIds: [userId],
      summary: `give the account of ${email} the address ${to} in 72 hours, unless the old one stops it`,
      needsConfirmation: true,
      canBeUndone: true,
      async apply() {
        if (!(await startRecovery(db, { userId, newEmail: to, now }))) throw takenError();
        return {
          message: `Both addresses are told. In 72 hours the account has ${to}: everybody is signed out, and a link to choose a password goes there.`,
          data: { id: userId },
        };
      },
    };
  },
});
