import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { node, root } from "#app/cli/prepare.mjs";

const started: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map(stop));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Outcome {
  code: number | null;
  said: string;
}

function run(
  args: string[],
  { nodeArgs = [] as string[], cwd = root, uid = undefined as number | undefined } = {},
) {
  const child = spawn(node, [...nodeArgs, "app/cli/start.mjs", ...args], { cwd, uid });
  started.push(child);
  let said = "";
  const listen = (chunk: Buffer) => {
    said += chunk;
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const ended = new Promise<Outcome>((resolve) => child.on("exit", (code) => resolve({ code, said })));
  return { child, ended, said: () => said };
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.on("exit", resolve));
  child.kill("SIGTERM");
  await gone;
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "oten-"));
  folders.push(folder);
  return folder;
}

async function freePort(): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { port: typeof address === "object" && address ? address.port : 0, server };
}

test("a port that is taken is named in one sentence", async () => {
  const { port, server } = await freePort();
  const { code, said } = await run(["--port", String(port)]).ended;
  server.close();
  expect(said).toBe(`Port ${port} is taken: stop what runs there, or name another with --port.\n`);
  expect(code).toBe(1);
});

test.each(["0", "65536", "abc", "80.5", "-1"])("--port=%s is refused in one sentence", async (port) => {
  const { code, said } = await run([`--port=${port}`]).ended;
  expect(said).toBe(`--port takes a number from 1 to 65535, not "${port}".\n`);
  expect(code).toBe(1);
});

test("an option that does not exist is refused in one sentence", async () => {
  const { code, said } = await run(["--prot", "9"]).ended;
  expect(said).toBe("Unknown option '--prot'. It takes --port N and --persist-to DIR.\n");
  expect(code).toBe(1);
});

test("a Node that is too old is told so", async () => {
  const disguise = join(temporary(), "node-18.cjs");
  writeFileSync(disguise, `Object.defineProperty(process.versions, "node", { value: "18.20.4" });`);
  const { code, said } = await run([], { nodeArgs: ["--require", disguise] }).ended;
  expect(said).toBe("Öten needs Node 20 or newer, and this is Node 18.20.4.\n");
  expect(code).toBe(1);
});

test("a folder that can't be written is named in one sentence", async () => {
  const folder = temporary();
  mkdirSync(join(folder, "app"));
  cpSync(join(root, "app/cli"), join(folder, "app/cli"), { recursive: true });
  chmodSync(folder, 0o555);
  const nobody = process.getuid?.() === 0 ? 65_534 : undefined;
  const { code, said } = await run([], { cwd: folder, uid: nobody }).ended;
  expect(said).toContain("Öten can't write to ");
  expect(said.trim().split("\n")).toHaveLength(1);
  expect(code).toBe(1);
});

test("a database that can't be kept where it was asked for is a sentence too", async () => {
  const { port, server } = await freePort();
  server.close();
  const file = join(temporary(), "a-file");
  writeFileSync(file, "");
  const { code, said } = await run(["--port", String(port), "--persist-to", file]).ended;
  expect(said).toContain("Öten could not start: ");
  expect(code).toBe(1);
});

test("--help says what there is", async () => {
  const { code, said } = await run(["--help"]).ended;
  expect(said).toContain("--persist-to DIR");
  expect(code).toBe(0);
});

test("when the shell that npm put in front of it is gone, it goes too", async () => {
  const { port, server } = await freePort();
  await new Promise((resolve) => server.close(resolve));
  const shell = spawn(
    "sh",
    ["-c", `"${node}" app/cli/start.mjs --port ${port} --persist-to ${temporary()}; true`],
    {
      cwd: root,
      env: { ...process.env, npm_lifecycle_event: "start" },
    },
  );
  started.push(shell);
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      (response) => response.status,
      () => 0,
    );
  await expect.poll(answers, { timeout: 30_000 }).toBe(200);
  shell.kill("SIGKILL");
  await expect.poll(answers, { timeout: 10_000 }).toBe(0);
}, 60_000);

test("the club runs, says where, and is still there the second time", async () => {
  const { port, server } = await freePort();
  await new Promise((resolve) => server.close(resolve));
  const persistTo = temporary();
  async function begin() {
    const before = Date.now();
    const club = run(["--port", String(port), "--persist-to", persistTo]);
    await expect.poll(club.said, { timeout: 60_000 }).toContain("Stop it with");
    const took = Date.now() - before;
    expect(club.said()).toContain(`http://localhost:${port}`);
    expect(club.said()).toContain("demo@oten.example  Paprika-5-Demo");
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    await stop(club.child);
    return took;
  }
  await begin();
  // Where the machine was busy with something else meanwhile, it is asked again.
  let fastest = await begin();
  for (let again = 0; again < 2 && fastest >= 8_000; again++) fastest = Math.min(fastest, await begin());
  expect(fastest).toBeLessThan(8_000);
}, 90_000);
