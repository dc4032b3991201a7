import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { avoidances, erasures, profiles, signInAttempts } from "#app/db/schema/account.ts";
import { securityNotes } from "#app/db/schema/security.ts";
import { insertRows } from "#app/db/statements.ts";
import { type SecurityKind, securityKinds } from "#app/lib/account/security-kinds.ts";
import { findAccount } from "#app/models/account/users.server.ts";
import { askPair, endPair } from "#app/models/booking/pairs.server.ts";
import {
  beVerified,
  createFormPost,
  findLinkToken,
  listEmailsTo,
  login,
  newEmail,
  password,
  readCookies,
  signUp,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers } from "#tests/support/events.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps, failure } from "#tests/support/ops.ts";
import { addPasskey, removePasskey, signInWithPasskey } from "#tests/support/passkeys.ts";

const club = openClub();
const ops = connectOps(club);
const dayMs = 86_400_000;

const other = newEmail();
let email = newEmail();
let cookie = "";
let userId = "";
let [pairedId, otherBookingId] = ["", ""];
let passkey: Awaited<ReturnType<typeof addPasskey>>;
const idOf = async (address: string) => (await findAccount(club.db, address))?.id ?? "";
beforeAll(async () => {
  await signUp(club, other);
  cookie = await signUp(club, email);
  userId = await idOf(email);
});

const settings = (page: string, fields: Record<string, string>) =>
  club.fetch(`/dashboard/settings/${page}`, { ...createFormPost(fields), headers: { Cookie: cookie } });
const newPassword = { password: `${password}-2`, repeatPassword: `${password}-2` };

const pathOf = ({ headers }: Response) => (headers.get("Location") ?? "").replace(club.url, "");

async function returnFromGoogle(signedIn = "") {
  const sent = await club.fetch("/auth/google", { ...createFormPost({}), headers: { Cookie: signedIn } });
  const consent = { email, name: "Zsófi", verified: "on", answer: "allow" };
  const agreed = await club.fetch(pathOf(sent), createFormPost(consent));
  const Cookie = [signedIn, readCookies(sent)].filter(Boolean).join("; ");
  return club.fetch(pathOf(agreed), { headers: { Cookie } });
}

const recover = () => ops.json("user", "recover", email, "--to", `new-${email}`, "--yes");

/** By whom, and how: each goes on from the one before. */
const ways: Record<SecurityKind, [by: string, make: () => Promise<unknown>]> = {
  "new-sign-in": ["diner", () => login(club, email)],
  "sign-in-refused": ["unknown", () => login(club, email, { password: "Wrong-5-Leves" })],
  "sign-in-locked": [
    "unknown",
    async () => {
      const attempts = Array.from({ length: 10 }, () => ({ email, at: new Date() }));
      await club.db.batch(insertRows(club.db, signInAttempts, attempts));
      await login(club, email);
      await club.db.delete(signInAttempts);
    },
  ],
  "avoidance-taken-back": [
    "diner",
    async () => {
      const [eventId, otherId] = [await createEvent(club), await idOf(other)];
      await club.db.insert(avoidances).values({ userId, otherId, eventId, createdAt: new Date() });
      const page = await club.fetch("/dashboard/settings", { headers: { Cookie: cookie } });
      const avoided = /name="avoided" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
      const takeBack = createFormPost({ intent: "take-back", avoided });
      await club.fetch("/dashboard/settings", { ...takeBack, headers: { Cookie: cookie } });
    },
  ],
  "together-asked": [
    "operator",
    async () => {
      const eventId = await createEvent(club);
      const [otherId = ""] = await insertDinersWithAnswers(club, 1);
      await club.db.update(profiles).set({ isQuizDone: true }).where(eq(profiles.id, userId));
      [pairedId = "", otherBookingId = ""] = await bookForDiners(club, [userId, otherId], eventId);
      await askPair(club.db, { bookingIds: [pairedId, otherBookingId], agreed: undefined, now: new Date() });
    },
  ],
  "together-agreed": [
    "diner",
    () =>
      club.fetch(`/bookings/${pairedId}/together`, {
        ...createFormPost({ answer: "yes" }),
        headers: { Cookie: cookie },
      }),
  ],
  "together-ended": ["unknown", () => endPair(club.db, otherBookingId, { by: "diner", now: new Date() })],
  "together-noted": [
    "operator",
    () =>
      askPair(club.db, { bookingIds: [pairedId, otherBookingId], agreed: "They said so.", now: new Date() }),
  ],
  exported: ["diner", () => club.fetch("/dashboard/settings/data.json", { headers: { Cookie: cookie } })],
  "google-linked": ["diner", () => returnFromGoogle(cookie)],
  "google-unlinked": ["diner", () => settings("security", { intent: "unlink-google" })],
  "google-refused": ["unknown", () => returnFromGoogle()],
  "passkey-added": [
    "diner",
    async () => {
      passkey = await addPasskey(club, cookie);
    },
  ],
  "passkey-refused": ["unknown", () => signInWithPasskey(club, passkey, { isTampered: true })],
  "password-removed": ["diner", () => settings("password", { intent: "remove" })],
  "password-changed": ["diner", () => settings("password", newPassword)],
  "passkey-removed": ["diner", () => removePasskey(club, cookie, passkey.credentialId)],
  "email-changed": [
    "diner",
    async () => {
      const to = newEmail();
      await settings("email", { email: to });
      await settings("email", { token: await findLinkToken(club, to) });
      email = to;
    },
  ],
  "looked-at": ["operator", () => ops.json("user", "show", email)],
  "changed-by-operator": ["operator", () => ops.json("avoid", "add", email, other)],
  blocked: ["operator", () => ops.json("user", "block", email, "--reason", "Threats", "--yes")],
  "sign-in-blocked": ["unknown", () => login(club, email, newPassword)],
  unblocked: ["operator", () => ops.json("user", "unblock", email)],
  "recovery-started": ["operator", recover],
  "recovery-stopped": [
    "diner",
    async () => {
      const texts = (await listEmailsTo(club, email)).map(({ text }) => text).join("\n");
      await club.fetch(/\/stop-recovery\?token=[\w-]+/.exec(texts)?.[0] ?? "", { method: "POST" });
    },
  ],
  recovered: [
    "software",
    async () => {
      await recover();
      await runJob("completeRecoveries", createJobContext(club), new Date(Date.now() + 4 * dayMs));
    },
  ],
};

const listHistory = async (id: string) =>
  ((await ops.json("user", "history", id)) as { kind: string; madeBy: string; detail: string }[])
    .filter(({ detail }) => detail !== "user history")
    .map(({ kind, madeBy }) => `${kind} by ${madeBy ?? "unknown"}`);

test("everything that can happen to an account leaves a line in its history, with who did it", async () => {
  expect(Object.keys(ways).sort()).toEqual([...securityKinds].sort());
  for (const [kind, [by, make]] of Object.entries(ways)) {
    if (by === "diner") await beVerified(club, cookie).catch(() => {});
    await club.db.delete(securityNotes);
    await make();
    await expect.poll(() => listHistory(userId)).toContain(`${kind} by ${by}`);
  }
});

test("the history says that Google was refused where the person is signed in already", async () => {
  const mine = newEmail();
  const signedIn = await signUp(club, mine);
  await club.db.delete(securityNotes);
  for (const _ of [1, 2])
    expect((await returnFromGoogle(signedIn)).headers.get("Location")).toContain("refused=not-linked");
  expect(await listHistory(mine)).toEqual(["google-refused by unknown"]);
});

test("a plan that was only looked at is in the history, and so is one that was refused", async () => {
  const diner = newEmail();
  await signUp(club, diner);
  await club.db.delete(securityNotes);
  const erase = ["user", "erase", diner];
  const read = () => listHistory(diner);
  expect((await ops.run(...erase, "--dry-run")).code).toBe(0);
  expect(await read()).toEqual(["looked-at by operator"]);
  expect((await ops.run(...erase)).code).toBe(4);
  expect((await ops.runAndAnswer("no", ...erase)).code).toBe(4);
  expect(await read()).toEqual(Array(3).fill("looked-at by operator"));
});

test("an erasure leaves who made it and when, and nothing else", async () => {
  const [byDiner, byOperator] = [newEmail(), newEmail()];
  cookie = await signUp(club, byDiner);
  await signUp(club, byOperator);
  const ids = await Promise.all([byDiner, byOperator].map(idOf));
  await beVerified(club, cookie);
  await settings("delete", { email: byDiner });
  await ops.json("user", "erase", byOperator, "--yes");
  expect(await Promise.all(ids.map(listHistory))).toEqual([["erased by diner"], ["erased by operator"]]);
  for (const id of ids) {
    const [row] = await club.db.select().from(erasures).where(eq(erasures.userId, id));
    expect(Object.keys(row ?? {})).toEqual(["userId", "erasedAt", "madeBy"]);
  }
  const shown = await ops.run("user", "history", ids[1] ?? "");
  expect(shown.out).toMatch(/erased +operator/);
  expect(await ops.run("user", "show", ids[1] ?? "")).toEqual(failure(3, `There is no user ${ids[1]}.`));
});
