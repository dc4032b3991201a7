import type { Club } from "./club.ts";

interface OutboxMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  sentAt: string | null;
}

export const password = "Paprika-5-Leves";

export const form = (fields: Record<string, string>) => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

export const register = (club: Club, email: string, more: Record<string, string> = {}, headers = {}) =>
  club.fetch("/register", {
    ...form({ firstName: "Zsófi", lastName: "Kiss", email, password, repeatPassword: password, ...more }),
    headers,
  });

export const login = (club: Club, email: string, more: Record<string, string> = {}, headers = {}) =>
  club.fetch("/login", { ...form({ email, password, ...more }), headers });

/** The newest mails to an address, as a local club shows them. */
export async function mailsTo(club: Club, address: string): Promise<OutboxMail[]> {
  const mails = (await (await club.fetch("/dev/outbox.json")).json()) as OutboxMail[];
  return mails.filter(({ to }) => to === address);
}

/** The token in the newest mail to an address. */
export async function tokenFor(club: Club, address: string): Promise<string> {
  const [newest] = await mailsTo(club, address);
  return /token=([\w-]+)/.exec(newest?.text ?? "")?.[1] ?? "";
}

/** What a browser would send back: names and values, without those that were taken away. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .filter((cookie) => !/Max-Age=0/.test(cookie))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** A diner with a confirmed address, signed in: the cookie. */
export async function signUp(club: Club, email: string): Promise<string> {
  await register(club, email);
  return cookiesOf(await club.fetch("/email-confirmed", form({ token: await tokenFor(club, email) })));
}

export const sees = async (club: Club, cookie: string, path = "/dashboard/settings") =>
  (await club.fetch(path, { headers: { Cookie: cookie } })).status;
