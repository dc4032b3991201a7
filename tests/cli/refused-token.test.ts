import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyProject } from "#tests/support/copy-project.ts";
import { runScript } from "#tests/support/run-script.ts";

/** Plays Cloudflare's API, which refuses everything. */
async function playCloudflare(status: number, code: number, message: string): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ success: false, errors: [{ code, message }], messages: [], result: null }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function prepareClub(): string {
  const project = copyProject();
  writeFileSync(
    join(project, "club.toml"),
    `main = "stub.js"
account_id = "0123456789abcdef0123456789abcdef"
build = { command = "node --version" }
routes = [{ pattern = "club.hu", custom_domain = true }]
vars = { SITE_URL = "https://club.hu", CONTACT_EMAIL = "a@club.hu", MAIL_FROM = "a@club.hu" }
d1_databases = [{ binding = "DB", database_id = "0f5ac5a2-2a9a-4c1d-9f4f-8d8c1c1d2e3f" }]
`,
  );
  writeFileSync(join(project, "stub.js"), "export default { fetch: () => new Response() };");
  mkdirSync(join(project, "build/client"), { recursive: true });
  return project;
}

const where = "docs/operating/deploy.md says which token a club needs.";
const unknown = `Cloudflare doesn’t know this API token: CLOUDFLARE_API_TOKEN is mistyped, or the token is deleted or expired. ${where}`;
const without = (right: string) =>
  `Cloudflare refused it: the API token has no right to do this${right}, or it is for another account than account_id in club.toml. ${where}`;

test.each([
  ["wrangler.mjs d1 list", [403, 10000, "Authentication error"], without(", which is “D1: Edit”")],
  [
    "wrangler.mjs queues create oten-tasks",
    [403, 10000, "Authentication error"],
    without(", which is “Queues: Edit”"),
  ],
  ["wrangler.mjs deploy", [401, 1000, "Invalid API Token"], unknown],
  ["ops.mjs doctor --remote", [403, 10000, "Authentication error"], without("")],
] as const)(
  "%s says in its last sentence why Cloudflare refused %j",
  async (command, [status, code, message], sentence) => {
    const url = await playCloudflare(status, code, message);
    const [file = "", ...args] = command.split(" ");
    const env = { CLOUDFLARE_API_BASE_URL: url, CLOUDFLARE_API_TOKEN: "a-token" };
    const output = await runScript(file, args, prepareClub(), env);
    expect(output.err.trim().split("\n").at(-1), output.err).toBe(sentence);
    expect(output.code).toBe(1);
  },
);
