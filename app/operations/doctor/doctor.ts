import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commandForProblem } from "#app/lib/health.ts";
import { describeError } from "#app/log.ts";
import { usualSignUpsInHour } from "#app/models/account/sign-up.server.ts";
import { listCities } from "#app/models/city/cities.server.ts";
import { maxTickSilenceMs, type Pulse, readPulse } from "#app/models/health/heartbeats.server.ts";
import { findProblems, gigabyte, maxGigabytes, sizeProblems } from "#app/models/health/problems.server.ts";
import { noInput } from "#app/operations/inputs.ts";
import { defineOperation, type OperationContext } from "#app/operations/operation.ts";
import { joinNames } from "#app/operations/words.ts";
import { agoOf, askJson, broken, type Check, checkMailDomain, look, notAsked, ok } from "./check.ts";
import { checkSecrets, checkSettings, checkWebhooks } from "./check-services.ts";

const stateWidth = "not asked".length + 2;

export const doctor = defineOperation({
  verb: "doctor",
  description:
    "Checks the database, the bucket, secrets, cron and queue, the mail domain and webhooks, and says what to do. Fails where something is broken.",
  example: "doctor --remote",
  concerns: "nobody",
  computerReason: "it compares the club with the files and secrets of that computer",
  input: noInput,
  async run(context) {
    const [pulse, secrets] = await Promise.all([readClubPulse(context), context.listSecrets()]);
    const checks = await Promise.all([
      typeof pulse === "string"
        ? [broken("database", pulse, "look at D1 in the dashboard; a new club needs its migrations first")]
        : Promise.all([
            checkClub(context, pulse),
            checkWebhooks(context, pulse, secrets),
            checkDeposits(context, secrets),
          ]).then((some) => some.flat()),
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

/** Checks the database with its contents, and the bucket. */
async function checkClub(context: OperationContext, pulse: Pulse): Promise<Check[]> {
  const checks = [
    checkMigrations(context, pulse),
    checkSize(pulse),
    checkBucket(context),
    checkCopies(context),
  ];
  return (await Promise.all([...checks, checkSite(context), checkWork(context, pulse)])).flat();
}

const readClubPulse = ({ db }: OperationContext) => readPulse(db).catch(describeError);

/** The command that opens the club of this folder. */
const startOf = ({ folderOption }: OperationContext) => `npm start${folderOption && ` --${folderOption}`}`;

function checkMigrations(context: OperationContext, { migrations }: Pulse): Check {
  const { projectFolder, isRemote } = context;
  const files = readdirSync(join(projectFolder, "migrations")).filter((name) => name.endsWith(".sql"));
  const missing = files.filter((name) => !migrations.includes(name)).sort();
  const unknown = migrations.filter((name) => !files.includes(name));
  const apply = isRemote ? "npm run wrangler -- d1 migrations apply oten --remote" : startOf(context);
  if (unknown.length > 0)
    return broken("migrations", `${unknown[0]} is of another version`, "use the version that is deployed");
  if (missing.length > 0) return broken("migrations", `not applied: ${missing.join(", ")}`, `run ${apply}`);
  return ok("migrations", `all ${files.length} are applied`);
}

function checkSize({ sizeBytes }: Pulse): Check {
  const found = `${(sizeBytes / gigabyte).toFixed(3)} GB of ${maxGigabytes}`;
  const todo = "read docs/scaling.md: a full database takes no more rows";
  const [half, nearly] = sizeProblems;
  if (sizeBytes >= nearly.from * gigabyte) return broken("database size", found, todo);
  return sizeBytes >= half.from * gigabyte ? look("database size", found, todo) : ok("database size", found);
}

async function checkBucket({ env }: OperationContext): Promise<Check> {
  try {
    await env.AVATARS.list({ limit: 1 });
    return ok("bucket", "answers");
  } catch (error) {
    return broken(
      "bucket",
      describeError(error),
      "look at R2 in the dashboard, and at bucket_name in club.toml",
    );
  }
}

/** A local club plays Stripe. */
async function checkDeposits({ db, env, isRemote }: OperationContext, secrets?: string[]): Promise<Check[]> {
  const hasKeys = env.STRIPE_SECRET_KEY || !secrets || secrets.includes("STRIPE_SECRET_KEY");
  if (hasKeys || !isRemote) return [];
  const names = (await listCities(db)).filter(({ deposit }) => deposit > 0).map(({ name }) => name);
  const found = `${joinNames(names)} asks for a deposit, and the club has no keys of Stripe`;
  return names.length === 0
    ? []
    : [look("deposits", found, "set them as docs/deposit.md says, or run city edit with --deposit 0")];
}

/** Only some platforms say who answered. */
async function checkCopies({ env }: OperationContext): Promise<Check> {
  const answer = await Promise.resolve()
    .then(() => env.DB.withSession("first-unconstrained").prepare("select 1").run())
    .catch(() => undefined);
  const { served_by_region: region, served_by_primary: isPrimary } = answer?.meta ?? {};
  if (isPrimary === undefined) return notAsked("replication", "the database does not say who answered");
  return ok(
    "replication",
    isPrimary
      ? "the primary answered; if diners live far from it, turn on read replication: docs/operating/deploy.md"
      : `a copy in ${region} answered`,
  );
}

async function checkSite({ env, isRemote, projectFolder }: OperationContext): Promise<Check> {
  if (!isRemote) return notAsked("site", "a local club is where npm start says");
  const { version } = JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8"));
  const answer = await askJson(`${env.SITE_URL}/healthz`);
  const deployed = (answer?.body as { version?: string } | undefined)?.version;
  if (answer?.status !== 200)
    return broken("site", `${env.SITE_URL} answers ${answer?.status ?? "nothing"}`, "run npm run deploy");
  return deployed === version
    ? ok("site", `${env.SITE_URL} answers, version ${version}`)
    : look("site", `version ${deployed} is deployed, and this is ${version}`, "run npm run deploy");
}

/** Problems that an operator has to decide about, while everything works. */
const decisions = [
  "contested absences wait for an answer",
  "many sign-ups",
  "accounts that may be one person’s",
];

/** These are not problems in a local club, which works only while it is open. */
const silences = ["cron stopped", "queue stopped"];

async function checkWork(context: OperationContext, { heartbeats }: Pulse): Promise<Check[]> {
  const { db, env, now, isRemote, folderOption } = context;
  const problems = await findProblems(db, now, usualSignUpsInHour(env));
  const working = (["cron", "queue"] as const).flatMap((name) => {
    const at = heartbeats.get(name);
    return at && !problems.some((problem) => problem.name === `${name} stopped`)
      ? [ok(name, `last ran ${agoOf(at, now)}`)]
      : [];
  });
  const tickedAt = heartbeats.get("tick");
  const isTicking = tickedAt && now.getTime() - tickedAt.getTime() <= maxTickSilenceMs;
  return [
    ...working,
    isTicking
      ? ok("second clock", `last ticked ${agoOf(tickedAt, now)}`)
      : look(
          "second clock",
          tickedAt ? `last ticked ${agoOf(tickedAt, now)}` : "has never ticked",
          "the next run of the cron starts it; if it stays so, look at Queues in the dashboard",
        ),
    ...problems.map(({ name, detail }) =>
      (decisions.includes(name) ? look : broken)(
        name,
        detail,
        !isRemote && silences.includes(name)
          ? `open the club with ${startOf(context)}, and ask again after some minutes`
          : `run ${commandForProblem(name, env.SITE_URL)}${folderOption}, and read docs/operating/when-something-is-wrong.md`,
      ),
    ),
  ];
}
