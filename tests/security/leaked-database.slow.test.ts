import { expect, test } from "vitest";
import { hashToken } from "#app/auth/device.server.ts";
import {
  emailAddressChange,
  emailConfirmationAgain,
  emailResetLink,
} from "#app/models/account/email-links.server.ts";
import {
  createFormPost,
  findLinkToken,
  listEmailsTo,
  register,
  signUpThroughForms,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { readCookie, writeCookie } from "#tests/support/cookies.ts";
import { dumpClub } from "#tests/support/dump-club.ts";
import { book, createEvent, signUpDiner } from "#tests/support/events.ts";
import { inParallel } from "#tests/support/in-parallel.ts";

const club = openClub();

/** A club with everything in it that could sign somebody in, emails that wait to be sent among it. */
async function fillClub() {
  const diner = await signUpDiner(club);
  await book(diner, await createEvent(club));
  await signUpThroughForms(club, "second@oten.example");
  await register(club, "unconfirmed@oten.example");
  const now = new Date();
  const link = { now, expiresAt: new Date(now.getTime() + 3_600_000) };
  const [{ id: userId = "" } = {}] = (
    await club.binding.prepare("SELECT id FROM users WHERE email = ?").bind(diner.email).all<{ id: string }>()
  ).results;
  await emailResetLink(club.db, {
    ...link,
    linkId: "waiting-reset",
    email: { kind: "reset-password", to: diner.email, data: { linkId: "waiting-reset" } },
  });
  await emailConfirmationAgain(club.db, {
    ...link,
    // An address gets one such email a minute.
    now: new Date(now.getTime() + 120_000),
    linkId: "waiting-confirmation",
    deviceHash: "",
    email: {
      kind: "confirm-email",
      to: "unconfirmed@oten.example",
      data: { linkId: "waiting-confirmation" },
    },
  });
  await emailAddressChange(club.db, {
    ...link,
    linkId: "waiting-change",
    userId,
    to: "new@oten.example",
  });
  return diner;
}

/** Every text in the dump, those inside JSON among them, and each as a thief would try it. */
function listTexts(value: unknown): string[] {
  if (typeof value === "string") {
    try {
      const parsed: unknown = JSON.parse(value);
      return [value, ...(typeof parsed === "object" ? listTexts(parsed) : [])];
    } catch {
      return [value];
    }
  }
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(listTexts);
}

test("no value of any table signs anybody in, opens a link, or cancels a booking", async () => {
  const diner = await fillClub();
  // Whoever also reads the owner's emails still needs the browser or the password.
  const confirmation = await findLinkToken(club, "unconfirmed@oten.example");
  const dump = await dumpClub(club);
  const isCookieSafe = (text: string) => /^[\x21-\x3a\x3c-\x7e]{1,1000}$/.test(text);
  const texts = [...new Set(listTexts(dump))].filter(isCookieSafe);
  expect(texts.length).toBeGreaterThan(50);
  const [bookingId = ""] = (dump.bookings ?? []).map(({ id }) => String(id));
  const date = String((dump.events ?? [])[0]?.date);
  const password = { password: "Halászlé-7-Leves", repeatPassword: "Halászlé-7-Leves" };

  await inParallel(texts, async (text) => {
    const asQuery = encodeURIComponent(text);
    for (const name of ["session", "__Host-session"]) {
      const headers = { Cookie: writeCookie(name, text) };
      const page = await club.fetch("/dashboard/settings", { headers });
      expect([page.status, page.headers.get("Location")], `${name}=${text}`).toEqual([302, "/"]);
    }
    const inThisBrowser = await club.fetch("/email-confirmed", {
      ...createFormPost({ token: confirmation }),
      headers: { Cookie: writeCookie("device", text) },
    });
    expect(inThisBrowser.headers.getSetCookie().join(), `device=${text}`).not.toContain("session=");
    const opened = await club.fetch(`/auth/confirm?token=${asQuery}`);
    expect(opened.headers.get("Location"), text).toContain("error_code=403");
    for (const [path, fields] of [
      ["/email-confirmed", { token: text, ...password }],
      ["/email-confirmed", { token: confirmation, password: text }],
      ["/reset-password", { token: text, ...password }],
      ...(text.startsWith("$scrypt$") ? [["/login", { email: diner.email, password: text }] as const] : []),
    ] as const) {
      const response = await club.fetch(path, createFormPost(fields));
      expect(response.headers.getSetCookie().join(), `${path} ${text}`).not.toContain("session=");
    }
    const cancel = `/bookings/${bookingId}/cancel?until=${date}&key=${asQuery}`;
    expect((await club.fetch(cancel, { method: "POST" })).status, text).toBe(404);
    const unsubscribe = `/unsubscribe?booking=${bookingId}&key=${asQuery}`;
    expect((await club.fetch(unsubscribe, { method: "POST" })).status, text).toBe(400);
  });
});

test("stores no token that was given out", async () => {
  const dump = JSON.stringify(await dumpClub(club));
  const address = "third@oten.example";
  const cookie = await signUpThroughForms(club, address);
  await club.fetch("/forgot-password", createFormPost({ email: address }));
  const [email] = await listEmailsTo(club, address);
  const [, linkToken = ""] = /token=([\w-]+)/.exec(email?.text ?? "") ?? [];
  const given = ["session", "device"].map((name) => readCookie(cookie, name));
  expect([linkToken, ...given].map(({ length }) => length)).toEqual([65, 43, 43]);
  const after = JSON.stringify(await dumpClub(club));
  for (const token of [linkToken, ...given]) expect(after).not.toContain(token);
  for (const token of given) expect(after).toContain(hashToken(token));
  expect(dump).not.toBe(after);
});
