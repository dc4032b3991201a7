import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { register } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { parsePage, readFieldError } from "#tests/support/html.ts";

const breached = "Correct-Horse-1";
const padding = "Battery-Staple-1";
const hashOf = (password: string) => createHash("sha1").update(password).digest("hex").toUpperCase();

/** Plays the service that knows breached passwords. */
let answer: "list" | "error" | "nothing" = "list";
const asked: (string | undefined)[] = [];
const service = createServer(({ url, headers }, response) => {
  asked.push(url);
  if (answer === "nothing") return;
  if (answer === "error" || headers["add-padding"] !== "true") return void response.writeHead(500).end();
  const line = (password: string, count: number) => `${hashOf(password).slice(5)}:${count}`;
  response.end([line("another", 7), line(padding, 0), line(breached, 3)].join("\r\n"));
});
await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  service.closeAllConnections();
  service.close();
});
const { port } = service.address() as AddressInfo;

const club = openClub({ vars: { BREACHED_PASSWORDS_URL: `http://127.0.0.1:${port}` } });

beforeEach(() => {
  answer = "list";
  asked.length = 0;
});

let count = 0;
const registerWith = (password: string) =>
  register(club, `diner${++count}@oten.example`, { password, repeatPassword: password });

test("refuses a password from a breach, and tells the service five characters of its hash alone", async () => {
  // The club waits only a moment for the service, which may be longer here while the machine is busy.
  await expect
    .poll(async () => readFieldError(await parsePage(await registerWith(breached)), "Password"))
    .toContain("stolen from another site");
  expect(new Set(asked)).toEqual(new Set([`/range/${hashOf(breached).slice(0, 5)}`]));
});

test("takes a password that the answer only has as padding, or not at all", async () => {
  for (const password of [padding, "Paprika-5-Leves"])
    expect((await registerWith(password)).status).toBe(302);
});

test.each(["error", "nothing"] as const)(
  "goes on with its own list where the service answers with %s",
  async (how) => {
    answer = how;
    expect((await registerWith(breached)).status).toBe(302);
    const common = await registerWith("Password1");
    expect(readFieldError(await parsePage(common), "Password")).toContain("Many people use this password");
  },
);
