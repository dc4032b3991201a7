import { sql } from "drizzle-orm";
import { hashToken, nameBrowser, newToken } from "#app/auth/device.server.ts";
import { loadBatched } from "#app/db/batches.ts";
import { cookieName } from "#app/http/cookies.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { createSession, markVerified, readSession } from "#app/models/account/sessions.server.ts";
import { addUser } from "#app/models/account/users.server.ts";
import type { Club } from "./club.ts";
import { readCookie, writeCookie } from "./cookies.ts";
import { hashQuickly } from "./quick-hashes.ts";

interface OutboxEmail {
  kind: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  sentAt: string | null;
}

export const password = "Paprika-5-Leves";

const name = { firstName: "Zsófi", lastName: "Kiss" };

let emailCount = 0;

/** No other test has it. */
export const newEmail = () => `diner-${++emailCount}@oten.example`;

export const createFormPost = (fields: Record<string, string>) => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

export const register = (club: Club, email: string, more: Record<string, string> = {}, headers = {}) =>
  club.fetch("/register", {
    ...createFormPost({
      ...name,
      email,
      password,
      repeatPassword: password,
      ...more,
    }),
    headers,
  });

export const login = (club: Club, email: string, more: Record<string, string> = {}, headers = {}) =>
  club.fetch("/login", { ...createFormPost({ email, password, ...more }), headers });

/** Newest first. */
export async function listEmailsTo(club: Club, email: string): Promise<OutboxEmail[]> {
  const emails = (await (await club.fetch("/dev/outbox.json")).json()) as OutboxEmail[];
  return emails.filter(({ to }) => to === email);
}

/** Newest first. */
export const listSubjectsTo = async (club: Club, email: string) =>
  (await listEmailsTo(club, email)).map(({ subject }) => subject);

/** The token in the newest email. */
export async function findLinkToken(club: Club, email: string): Promise<string> {
  const [newest] = await listEmailsTo(club, email);
  return /token=([\w-]+)/.exec(newest?.text ?? "")?.[1] ?? "";
}

/** What a browser would send back in its Cookie header. */
export function readCookies(response: Response): string {
  return response.headers
    .getSetCookie()
    .filter((cookie) => !/Max-Age=0/.test(cookie))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

export const passwordHash = hashQuickly(password);

/**
 * Returns the cookies of a new diner with a confirmed email, who is signed in. Writes what the forms write, but without
 * their email; `signUpThroughForms` sends the forms.
 */
export async function signUp(club: Club, email: string): Promise<string> {
  const [id, session, device] = [crypto.randomUUID(), newToken(), newToken()];
  const now = new Date();
  const user = {
    ...name,
    id,
    email,
    passwordHash: passwordHash,
    emailConfirmedAt: now,
    createdAt: now,
  };
  await club.db.batch(addUser(club.db, user, sql`true`));
  const started = {
    tokenHash: hashToken(session),
    deviceHash: hashToken(device),
    origin: { browser: newToken(), network: newToken() },
    browser: nameBrowser(null),
    place: null,
    now,
    expiresAt: new Date(now.getTime() + 30 * dayMs),
    replaces: undefined,
  };
  await createSession(club.db, started, { userId: id });
  return [
    writeCookie(cookieName(club, "session"), session),
    writeCookie(cookieName(club, "device"), device),
  ].join("; ");
}

/** Returns the cookies of a new diner, who registers and presses the button behind the link. */
export async function signUpThroughForms(club: Club, email: string): Promise<string> {
  const registered = await register(club, email);
  const token = await findLinkToken(club, email);
  return readCookies(await confirm(club, token, readCookies(registered)));
}

/** Presses the button behind the link, in the browser with these cookies. */
export const confirm = (club: Club, token: string, cookies: string, fields: Record<string, string> = {}) =>
  club.fetch("/email-confirmed", {
    ...createFormPost({ token, ...fields }),
    headers: { Cookie: cookies },
  });

/** Types the password again, as export, deletion and other settings ask. */
export const verify = (club: Club, cookie: string, typed = password, next = "/dashboard/settings") =>
  club.fetch("/dashboard/settings/verify", {
    ...createFormPost({ password: typed, next }),
    headers: { Cookie: cookie },
  });

/** Marks the session as `verify` does, without hashing the password. */
export async function beVerified(club: Club, cookie: string): Promise<void> {
  const now = new Date();
  const session = await loadBatched(
    club,
    readSession(club.db, { tokenHash: hashToken(readCookie(cookie, "session")), now }),
  );
  if (!session) throw new Error("Nobody has this session");
  await markVerified(club.db, session.sessionId, now);
}

export const fetchStatus = async (club: Club, cookie: string, path = "/dashboard/settings") =>
  (await club.fetch(path, { headers: { Cookie: cookie } })).status;
