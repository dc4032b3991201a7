import { afterAll, beforeAll, expect, test } from "vitest";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { openDatabase } from "#app/db/client.server.ts";
import {
  confirm,
  createFormPost,
  findLinkToken,
  login,
  readCookies,
  register,
  verify,
} from "#tests/support/accounts.ts";
import type { Club } from "#tests/support/club.ts";
import { readCookie, writeCookie } from "#tests/support/cookies.ts";
import { createD1Binding, d1WorkerScript, printMark } from "#tests/support/d1-binding.ts";
import { createEvent } from "#tests/support/events.ts";
import { answerOutside } from "#tests/support/outside.ts";
import { hasParameter, routes } from "#tests/support/routes.ts";

/** Everything that the Worker prints, also what does not look like one of our lines. */
let printed = "";

const worker = createLocalWorker({
  vars: {
    APP_ENV: "local",
    SESSION_SECRET: "a-secret-that-no-line-may-hold-32",
    RESEND_API_KEY: "re_secret_key",
    BREACHED_PASSWORDS_URL: "http://127.0.0.1:9",
    GOOGLE_URL: "http://127.0.0.1:9",
    GOOGLE_CLIENT_ID: "oten",
    GOOGLE_CLIENT_SECRET: "google-secret",
  },
  secondWorkerScript: d1WorkerScript,
  onOutput: ({ message }) => (printed += `${message}\n`),
  answerOutside,
});

const club = { worker } as Club;

beforeAll(async () => {
  const { origin } = await worker.ready;
  const binding = createD1Binding(worker);
  await migrate(binding);
  Object.assign(club, {
    url: origin,
    binding,
    db: openDatabase(binding),
    fetch: (path: string, init: RequestInit = {}) =>
      fetch(new URL(path, origin), {
        redirect: "manual",
        ...init,
        headers: { Connection: "close", Origin: origin, "CF-Connecting-IP": "192.0.2.77", ...init.headers },
      }),
  });
});
afterAll(() => worker.dispose());

const email = "private.person@oten.example";
const names = { firstName: "Hildegarda", lastName: "Feketehalmy" };

/** Sign-up, sign-in, booking and wrong guesses, with every service away. */
async function play(): Promise<string[]> {
  const registered = await register(club, email, names);
  const token = await findLinkToken(club, email);
  const cookie = readCookies(await confirm(club, token, readCookies(registered)));
  const headers = { Cookie: cookie };
  const post = (path: string, fields: Record<string, string>) =>
    club.fetch(path, { ...createFormPost(fields), headers });
  await verify(club, cookie);
  const event = await createEvent(club);
  await post("/events", { event });
  await post("/identity", { name: names.firstName });
  await post("/dashboard/settings/email", { email: `new.${email}` });
  for (let attempt = 0; attempt < 11; attempt++)
    await login(club, email, { password: `Guess-${attempt}-Leves` });
  await club.fetch("/forgot-password", createFormPost({ email }));
  const resetToken = await findLinkToken(club, email);
  await club.fetch("/auth/google/callback?code=secret-code&state=secret-state", {
    headers: { Cookie: readCookies(await club.fetch("/auth/google", createFormPost({}))) },
  });
  await club.fetch("/dashboard/bookings?past=1", { headers });
  return [token, resetToken, readCookie(cookie, "session"), readCookie(cookie, "device")];
}

/** What the Worker has printed up to now. */
async function readPrinted(): Promise<string> {
  const mark = crypto.randomUUID();
  await printMark(worker, mark);
  await expect.poll(() => printed.split(mark).length, { timeout: 30_000 }).toBe(3);
  return printed;
}

test("an address that can’t be decoded is not found, and nothing is printed that is no line of our log", async () => {
  const before = (await readPrinted()).length;
  const paths = ["/%E0%A4%A", "/no/%", ...routes.filter(hasParameter).map(({ path }) => path)];
  for (const segment of ["%E0%A4%A", "%", "x%ED%A0%80", "%C0%AF"])
    for (const path of paths.map((each) => each.replaceAll(/:\w+/g, segment)))
      for (const init of [{}, { headers: { Accept: "text/html" } }, createFormPost({})]) {
        const response = await club.fetch(path, init);
        expect(response.status, path).toBe(404);
        expect(await response.text()).toContain("We couldn");
      }
  const lines = (await readPrinted()).slice(before).split("\n").filter(Boolean);
  expect(lines.filter((line) => !/^({|mark |[0-9a-f-]{36}$)/.test(line))).toEqual([]);
});

test("no line that the Worker prints holds an address, a name, a password, a token or an answer", async () => {
  const tokens = await play();
  expect(tokens.filter((token) => token.length >= 43)).toHaveLength(4);
  // Every statement of the next requests fails, so that errors of all kinds are logged.
  for (const table of ["users", "sessions", "bookings", "outbox"])
    await club.binding.exec(`ALTER TABLE ${table} RENAME TO gone_${table}`);
  const [, , session = ""] = tokens;
  const headers = { Cookie: writeCookie("session", session) };
  const failing = [
    () => register(club, email, names),
    () => login(club, email),
    () => club.fetch(`/auth/confirm?token=${tokens[0]}`),
    () => club.fetch("/forgot-password", createFormPost({ email })),
    () => club.fetch("/dashboard/settings", { headers }),
    () => club.fetch("/quiz/answers", { ...createFormPost({ 1: "1" }), headers }),
    () => club.fetch("/events", { ...createFormPost({ event: "1" }), headers }),
  ];
  for (const send of failing) await send();
  await expect.poll(() => printed).toContain("request failed");

  const secrets = [
    email,
    encodeURIComponent(email),
    ...Object.values(names),
    "Paprika-5-Leves",
    "Guess-",
    "secret-code",
    "secret-state",
    "google-secret",
    "re_secret_key",
    "a-secret-that-no-line-may-hold",
    "$scrypt$",
    "192.0.2.77",
    ...tokens,
  ];
  for (const secret of secrets) expect(printed, secret).not.toContain(secret);
});
