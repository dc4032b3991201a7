import { noInput } from "#app/operations/inputs.ts";
import { defineOperation } from "#app/operations/operation.ts";
import { broken, type Check } from "./check.ts";
import { checkClub, readClubPulse } from "./check-club.ts";
import { checkMailDomain } from "./check-mail.ts";
import { checkSecrets, checkSettings, checkWebhooks } from "./check-services.ts";

const stateWidth = "not asked".length + 2;

export const doctor = defineOperation({
  verb: "doctor",
  description:
    "Checks the database, the bucket, secrets, cron and queue, the mail domain and webhooks, and says what to do. Fails where something is broken.",
  example: "doctor --remote",
  concerns: "nobody",
  input: noInput,
  async run(context) {
    const [pulse, secrets] = await Promise.all([readClubPulse(context), context.listSecrets()]);
    const checks = await Promise.all([
      typeof pulse === "string"
        ? [broken("database", pulse, "look at D1 in the dashboard; a new club needs its migrations first")]
        : Promise.all([checkClub(context, pulse), checkWebhooks(context, pulse, secrets)]).then((some) =>
            some.flat(),
          ),
      checkSettings(context),
      checkSecrets(context, secrets),
      checkMailDomain(context),
    ]);
    const all = checks.flat();
    return { message: all.map(toLine), data: all, hasFailed: all.some(({ state }) => state === "broken") };
  },
});

const toLine = ({ what, state, found, todo }: Check) =>
  `${state.padEnd(stateWidth)}${what}: ${found}${todo ? `. To do: ${todo}.` : "."}`;
