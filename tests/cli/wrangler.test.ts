import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { node } from "#app/cli/project.mjs";
import { findVarProblem } from "#app/operations/check-vars.ts";
import { copyProject } from "#tests/support/copy-project.ts";
import { failure } from "#tests/support/ops.ts";
import { runScript } from "#tests/support/run-script.ts";

const generatedFile = ".wrangler-club.toml";

const databaseId = "0f5ac5a2-2a9a-4c1d-9f4f-8d8c1c1d2e3f";

/** What a new operator writes into the copy of the example. */
const fillExample = (example: string) =>
  example.replaceAll("club.example", "club.hu").replace('database_id = ""', `database_id = "${databaseId}"`);

const readExample = (project: string) => readFileSync(join(project, "docs/club.example.toml"), "utf8");

const noClubFile =
  "There is no club.toml: create it with cp docs/club.example.toml club.toml, and write your club's settings into it.";

test.each(["wrangler.mjs deploy", "wrangler.mjs d1 migrations apply oten --remote"])(
  "%s without club.toml says what to do, and starts nothing",
  async (command) => {
    const project = copyProject();
    const [file = "", ...args] = command.split(" ");
    expect(await runScript(file, args, project)).toEqual(failure(1, noClubFile));
    expect(existsSync(join(project, generatedFile))).toBe(false);
  },
);

test("deploy and ops --remote refuse settings that are not the club's own", async () => {
  const project = copyProject();
  const example = readExample(project);
  const filled = fillExample(example);
  for (const [clubFile, sentence] of [
    [
      example,
      "club.toml has no database_id: npm run wrangler -- d1 create oten creates the database and prints its id.",
    ],
    [
      filled.replaceAll("club.hu", "club.example"),
      "Write your club's own routes, SITE_URL, CONTACT_EMAIL, MAIL_FROM into club.toml.",
    ],
    [
      filled.replace('"https://club.hu"', '"https://club.hu/"'),
      'SITE_URL in club.toml must be https:// and a domain, without a slash at the end, not "https://club.hu/".',
    ],
    [
      filled.replace(/^routes = .*$/m, ""),
      'club.toml has no routes: write routes = [{ pattern = "YOUR-DOMAIN", custom_domain = true }] above its first table.',
    ],
    [
      filled.replace(databaseId, "oten"),
      'database_id in club.toml is not an id: "oten". npm run wrangler -- d1 list prints the ids of your databases.',
    ],
  ] as const) {
    writeFileSync(join(project, "club.toml"), clubFile);
    expect(await runScript("wrangler.mjs", ["deploy"], project)).toEqual(failure(1, sentence));
    expect(await runScript("ops.mjs", ["venue", "list", "--remote"], project)).toEqual(failure(2, sentence));
  }
});

test.each([
  [{ APP_ENV: "local" }, 'APP_ENV in club.toml must be "production": leave it out, not "local".'],
  [{ EMAIL_REQUESTS_PER_SECOND: "many" }, 'must be a number above 0, such as "2", not "many".'],
  [{ EMAIL_REQUESTS_PER_SECOND: "0" }, 'not "0".'],
  [{ EMAIL_REQUESTS_PER_SECOND: 5 }, undefined],
  [{ OPERATOR_EMAIL: "me" }, 'OPERATOR_EMAIL in club.toml must be an email address, not "me".'],
  [{ CONTACT_EMAIL: "Club <me@club.hu>" }, "CONTACT_EMAIL in club.toml must be an email address"],
  [{ MAIL_FROM: "Öten" }, "MAIL_FROM in club.toml must be an email address, or a name and an address"],
  [{ MAIL_FROM: "Öten <hello@club.hu>" }, undefined],
  [{ SAFETY_PHONE: "ask Anna" }, 'SAFETY_PHONE in club.toml must be a phone number such as "+36 1 555 0100"'],
  [{ SAFETY_PHONE: "+36 (1) 555-0100" }, undefined],
  [{ HEARTBEAT_URL: "hc-ping.com/1" }, "HEARTBEAT_URL in club.toml must be an address that begins with"],
  [{ HEARTBEAT_URL: "https://hc-ping.com/1" }, undefined],
  [{ MAY_MEET_AGAIN: true }, 'MAY_MEET_AGAIN in club.toml must be "yes" or "no", not true.'],
  [{ MAY_MEET_AGAIN: "no", SITE_URL: "https://club.hu", OPERATOR_EMAIL: "a@club.hu" }, undefined],
  [{ STRIPE_SECRET_KEY: "sk" }, "set it with npm run wrangler -- secret put STRIPE_SECRET_KEY."],
  [{ MAY_MEAT_AGAIN: "yes" }, undefined],
])("the settings %j are checked", (vars, problem) => {
  const found = findVarProblem(vars);
  if (problem) expect(found).toContain(problem);
  else expect(found).toBe(undefined);
});

test("a club.toml with a mistake is refused with its line", async () => {
  const project = copyProject();
  writeFileSync(join(project, "club.toml"), 'name = "a"\nroutes = [\n');
  const { code, err } = await runScript("wrangler.mjs", ["deploy"], project);
  expect(err).toMatch(/^club\.toml can't be read: Invalid TOML document: .*, in line \d\.\n$/);
  expect(code).toBe(1);
});

test("deploy runs wrangler with the settings of both files", async () => {
  const project = copyProject();
  const stub = 'main = "stub.js"\naccount_id = "1a2b"\nbuild = { command = "node --version" }\n';
  writeFileSync(join(project, "stub.js"), "export default { fetch: () => new Response() };");
  mkdirSync(join(project, "build/client"), { recursive: true });
  const filled = fillExample(readExample(project)).replace("[vars]", '[vars]\nMAY_MEAT_AGAIN = "yes"');
  writeFileSync(join(project, "club.toml"), stub + filled);

  const { code, out, err } = await runScript("wrangler.mjs", ["deploy", "--dry-run"], project);
  expect(code, err).toBe(0);
  expect(out + err).not.toContain("WARNING");
  expect(err).toBe("Öten has no setting called MAY_MEAT_AGAIN: see [vars] in docs/operating/settings.md.\n");
  expect(out).toContain('env.SITE_URL ("https://club.hu")');
  expect(out).toContain("env.DB (oten)");

  const config = unstable_readConfig({ config: join(project, generatedFile) });
  expect(config).toMatchObject({
    account_id: "1a2b",
    routes: [{ pattern: "club.hu", custom_domain: true }],
    vars: { APP_ENV: "production", SITE_URL: "https://club.hu" },
    d1_databases: [{ binding: "DB", database_id: databaseId, database_name: "oten" }],
    triggers: { crons: ["* * * * *"] },
  });
  expect(config.main).toBe(join(project, "stub.js"));
  expect(config.assets?.directory).toBe("build/client");
});

test("secret put refuses a HEALTH_SECRET that can be guessed", () => {
  const { status, stderr } = spawnSync(node, ["app/cli/wrangler.mjs", "secret", "put", "HEALTH_SECRET"], {
    cwd: copyProject(),
    input: "abc\n",
    encoding: "utf8",
  });
  expect(stderr).toBe(
    "HEALTH_SECRET is shorter than 20 characters: make one with openssl rand -base64 32.\n",
  );
  expect(status).toBe(1);
});

test("a command that changes nothing runs without club.toml, and keeps its exit code", async () => {
  const project = copyProject();
  expect(await runScript("wrangler.mjs", ["deploy", "--help"], project)).toMatchObject({ code: 0 });
  expect(await runScript("wrangler.mjs", ["no-such-command"], project)).toMatchObject({ code: 1 });
});

test("commands of a local club work while club.toml has a mistake", async () => {
  const project = copyProject();
  const club = join(project, "club");
  mkdirSync(club);
  writeFileSync(join(project, "club.toml"), "not TOML");
  const { code, err } = await runScript("ops.mjs", ["venue", "list", "--persist-to", club], project);
  expect(code, err).toBe(0);
});

test("--club FILE is another club with a database, a bucket and queues of its own", async () => {
  const project = copyProject();
  const filled = fillExample(readExample(project));
  writeFileSync(join(project, "club-staging.toml"), `name = "staging"\n${filled}`);
  const whoami = ["whoami", "--help", "--club", "club-staging.toml"];
  expect(await runScript("wrangler.mjs", whoami, project)).toMatchObject({ code: 0 });
  const config = unstable_readConfig({ config: join(project, ".wrangler-club-staging.toml") });
  expect(config).toMatchObject({
    name: "staging",
    d1_databases: [{ database_name: "staging" }],
    r2_buckets: [{ bucket_name: "staging-avatars" }],
    queues: {
      producers: [{ queue: "staging-tasks" }],
      consumers: [{ queue: "staging-tasks" }, { queue: "staging-tasks-dead" }],
    },
  });
  const without = "There is no club-x.toml: create it with cp docs/club.example.toml club-x.toml, and";
  for (const command of [
    ["wrangler.mjs", "deploy", "--club=club-x.toml"],
    ["ops.mjs", "venue", "list", "--remote", "--club", "club-x.toml"],
  ]) {
    const [file = "", ...args] = command;
    expect((await runScript(file, args, project)).err).toContain(without);
  }
});

test("deploy refuses a face that can't be built", async () => {
  const project = copyProject();
  const filled = fillExample(readExample(project));
  writeFileSync(join(project, "club.toml"), `${filled}\n[club.colors]\naccent = "#ffcc00"\n`);
  const { code, err } = await runScript("wrangler.mjs", ["deploy"], project);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining("colors.accent in [club] of club.toml is too light"),
  ]);
});
