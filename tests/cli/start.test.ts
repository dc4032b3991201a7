import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { node, root } from "#app/cli/project.mjs";
import { copyProject } from "#tests/support/copy-project.ts";
import { findFreePort } from "#tests/support/free-port.ts";

const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(children.splice(0).map(stop));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Outcome {
  code: number | null;
  output: string;
}

function run(
  args: string[],
  { nodeArgs = [] as string[], cwd = root, uid = undefined as number | undefined } = {},
) {
  const child = spawn(node, [...nodeArgs, "app/cli/start.mjs", ...args], { cwd, uid });
  children.push(child);
  let output = "";
  const append = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on("data", append);
  child.stderr.on("data", append);
  const exited = new Promise<Outcome>((resolve) => child.on("exit", (code) => resolve({ code, output })));
  return { child, exited, getOutput: () => output };
}

/** Waits for what a running club does, and fails with what it printed once it ends. */
const whileRunning = ({ exited }: { exited: Promise<Outcome> }, wait: Promise<unknown>) =>
  Promise.race([
    wait,
    exited.then(({ code, output }) => {
      throw new Error(`The club ended with code ${code}:\n${output}`);
    }),
  ]);

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.on("exit", resolve));
  child.kill("SIGTERM");
  await exited;
}

function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "oten-"));
  folders.push(folder);
  return folder;
}

test("a port that is in use is refused with one sentence", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { code, output } = await run(["--port", String(port)]).exited;
  server.close();
  expect(output).toBe(
    `Port ${port} is already in use: stop the program that uses it, or choose another port with --port.\n`,
  );
  expect(code).toBe(1);
});

test.each(["0", "65536", "abc", "80.5", "-1"])("--port=%s is refused with one sentence", async (port) => {
  const { code, output } = await run([`--port=${port}`]).exited;
  expect(output).toBe(`--port takes a number from 1 to 65535, not "${port}".\n`);
  expect(code).toBe(1);
});

test("an unknown option is refused with one sentence", async () => {
  const { code, output } = await run(["--prot", "9"]).exited;
  expect(output).toBe("Unknown option '--prot'. Options: --port N and --persist-to DIR.\n");
  expect(code).toBe(1);
});

test("a Node version that is too old is refused with one sentence", async () => {
  const preloadFile = join(createTemporaryFolder(), "node-18.cjs");
  writeFileSync(preloadFile, `Object.defineProperty(process.versions, "node", { value: "18.20.4" });`);
  const { code, output } = await run([], { nodeArgs: ["--require", preloadFile] }).exited;
  expect(output).toBe("Öten needs Node 20 or newer, and this is Node 18.20.4.\n");
  expect(code).toBe(1);
});

test("a read-only folder is refused with one sentence", async () => {
  const folder = createTemporaryFolder();
  mkdirSync(join(folder, "app"));
  cpSync(join(root, "app/cli"), join(folder, "app/cli"), { recursive: true });
  chmodSync(folder, 0o555);
  const nobodyUid = process.getuid?.() === 0 ? 65_534 : undefined;
  const { code, output } = await run([], { cwd: folder, uid: nobodyUid }).exited;
  expect(output).toContain("Öten can't write to ");
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(code).toBe(1);
});

test("a file instead of a folder for the database is refused with one sentence", async () => {
  const port = await findFreePort();
  const file = join(createTemporaryFolder(), "a-file");
  writeFileSync(file, "");
  const { code, output } = await run(["--port", String(port), "--persist-to", file]).exited;
  expect(output).toContain("Öten could not start: ");
  expect(code).toBe(1);
});

test("the database of an older clone is refused with one sentence that says what to delete", async () => {
  const parent = createTemporaryFolder();
  const folder = join(parent, "club\u001b[2J");
  const database = createLocalWorker({ persistTo: folder, vars: {}, script: "export default {}" });
  const binding = await database.getD1Database("DB");
  await migrate(binding);
  await binding.exec("UPDATE d1_migrations SET name = '0000_of_before.sql' WHERE id = 1");
  await database.dispose();
  const sentence = `The database in ${join(parent, "club\\u001b[2J")} was made by another version of Öten: delete this folder, and npm start makes a new one, or choose another folder with --persist-to.`;
  const port = await findFreePort();
  for (const mode of [[], ["--dev"]]) {
    const { code, output } = await run([...mode, "--port", String(port), "--persist-to", folder]).exited;
    expect(output).toBe(`Öten could not start: ${sentence}\n`);
    expect(code).toBe(1);
  }
  const ops = spawnSync(node, ["app/cli/ops.mjs", "event", "list", "--persist-to", folder], {
    cwd: root,
  });
  expect(String(ops.stderr)).toContain(sentence);
});

test("a new migration that fails is named with its error, and nobody is told to delete the data", async () => {
  const folder = createTemporaryFolder();
  const openClub = () => createLocalWorker({ persistTo: folder, vars: {}, script: "export default {}" });
  const readClub = async (binding: D1Database) =>
    await binding.batch(["d1_migrations", "users"].map((table) => binding.prepare(`SELECT * FROM ${table}`)));
  const club = openClub();
  const binding = await club.getD1Database("DB");
  await migrate(binding);
  await binding.exec(
    "INSERT INTO users (id, email, first_name, last_name, user_name, created_at) VALUES ('u', 'u@oten.example', 'U', 'U', 'U', 0)",
  );
  const before = (await readClub(binding)).map(({ results }) => results);
  await club.dispose();

  const project = copyProject();
  symlinkSync(join(root, "build"), join(project, "build"));
  writeFileSync(join(project, ".dev.vars"), "SESSION_SECRET=for-tests-only\n");
  const name = "9999_fails.sql";
  writeFileSync(
    join(project, "migrations", name),
    "DELETE FROM users;--> statement-breakpoint\nCREATE TABLE users (id text);",
  );
  const port = await findFreePort();
  for (const args of [
    ["app/cli/serve.ts", String(port), folder],
    ["app/cli/ops.mjs", "event", "list", "--persist-to", folder],
  ]) {
    const { status, stderr } = spawnSync(node, args, { cwd: project, encoding: "utf8" });
    expect(stderr).toContain(`Migration ${name} failed: `);
    expect(stderr).toContain("already exists");
    expect(stderr).toContain("Your data is untouched.");
    expect(stderr).not.toContain("delete");
    expect(status).toBe(1);
  }

  const sameClub = openClub();
  const after = await readClub(await sameClub.getD1Database("DB"));
  await sameClub.dispose();
  expect(after.map(({ results }) => results)).toEqual(before);
});

test.each(["serve.ts", "develop.ts"])(
  "%s does not start with a HEALTH_SECRET that can be guessed",
  (file) => {
    const project = copyProject();
    writeFileSync(join(project, ".dev.vars"), "SESSION_SECRET=for-tests-only\nHEALTH_SECRET=abc\n");
    const { status, stderr } = spawnSync(node, [`app/cli/${file}`, "0", createTemporaryFolder()], {
      cwd: project,
      encoding: "utf8",
    });
    expect(stderr).toBe(
      "Öten could not start: HEALTH_SECRET is shorter than 20 characters: make one with openssl rand -base64 32.\n",
    );
    expect(status).toBe(1);
  },
);

test("--help prints the options", async () => {
  const { code, output } = await run(["--help"]).exited;
  expect(output).toContain("--persist-to DIR");
  expect(code).toBe(0);
});

test("the server stops when the shell that npm children for it is killed", async () => {
  const port = await findFreePort();
  const shell = spawn(
    "sh",
    ["-c", `"${node}" app/cli/start.mjs --port ${port} --persist-to ${createTemporaryFolder()}; true`],
    {
      cwd: root,
      env: { ...process.env, npm_lifecycle_event: "start" },
    },
  );
  children.push(shell);
  const fetchStatus = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      (response) => response.status,
      () => 0,
    );
  await expect.poll(fetchStatus).toBe(200);
  shell.kill("SIGKILL");
  await expect.poll(fetchStatus).toBe(0);
});

test("the club starts, prints its address, and starts again", async () => {
  const port = await findFreePort();
  const persistTo = createTemporaryFolder();
  async function startAndStop() {
    const club = run(["--port", String(port), "--persist-to", persistTo]);
    await whileRunning(club, expect.poll(club.getOutput).toContain("Stop it with"));
    expect(club.getOutput()).toContain(`http://localhost:${port}`);
    expect(club.getOutput()).toContain("demo@oten.example  Paprika-5-Demo");
    expect(club.getOutput()).toContain(`npm run ops -- event list --persist-to ${persistTo}`);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    const [desk = ""] = /http:\S+\/desk\?token=\S+/.exec(club.getOutput()) ?? [];
    const opened = await fetch(desk, { redirect: "manual" });
    const Cookie = opened.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    const readHealth = async () =>
      (await fetch(new URL("/desk/health", desk), { headers: { Cookie } })).text();
    expect(await readHealth()).toContain("Health");
    await expect.poll(readHealth, { timeout: 30_000 }).toContain("All is well");
    await stop(club.child);
  }
  await startAndStop();
  await startAndStop();
});

test.each([[[]], [["--dev"]]])(
  "a club started with %j answers once its database is there, and sends emails that link to itself",
  async (mode) => {
    const port = await findFreePort();
    const club = run([...mode, "--port", String(port), "--persist-to", createTemporaryFolder()]);
    const origin = `http://localhost:${port}`;
    // As a tab that was open before asks.
    const answers: Response[] = [];
    const ask = async () =>
      answers.push(
        ...(await fetch(`${origin}/events`).then(
          (answer) => [answer],
          () => [],
        )),
      );
    await whileRunning(club, expect.poll(ask, { interval: 5 }).toBe(1));
    expect(answers[0]?.status).toBe(200);
    const password = "Paprika-5-Leves";
    const body = new URLSearchParams({
      firstName: "Zsófi",
      lastName: "Kiss",
      email: "zsofi@oten.example",
      password,
      repeatPassword: password,
    });
    const headers = { Origin: origin, "Sec-Fetch-Site": "same-origin" };
    await fetch(`${origin}/register`, { method: "POST", body, headers, redirect: "manual" });
    const emails = (await (await fetch(`${origin}/dev/outbox.json`)).json()) as { text: string }[];
    expect(emails[0]?.text).toContain(`${origin}/auth/confirm?token=`);
  },
);
