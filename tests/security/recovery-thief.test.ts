import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { identities, passkeys, recoveries, sessions, users } from "#app/db/schema/account.ts";
import { completeRecovery, startRecovery } from "#app/models/account/recoveries.server.ts";
import { findAccount } from "#app/models/account/users.server.ts";
import {
  beVerified,
  createFormPost,
  fetchStatus,
  findLinkToken,
  listEmailsTo,
  listSubjectsTo,
  login,
  newEmail,
  password,
  readCookies,
  signUp,
  verify,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { findButtons, parsePage, readPageText } from "#tests/support/html.ts";
import type { Interruption } from "#tests/support/interrupting-worker.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import {
  addPasskey,
  forgetVerification,
  newAuthenticator,
  postCredential,
  readOptions,
} from "#tests/support/passkeys.ts";

/** A thief writes to the operator, and the owner shows that the account is theirs: in all orders. */
const club = openClub({ wrapper: "support/interrupting-worker.ts" });
const hourMs = 3_600_000;

interface Owner {
  userId: string;
  email: string;
  cookie: string;
  passkey: Awaited<ReturnType<typeof addPasskey>>;
}

type Headers = Record<string, string>;
type Send = (headers?: Headers) => Promise<Response>;

const interruptAt = (call: number, interruption: Interruption) => ({
  "Interrupted-Call": String(call),
  Interruption: JSON.stringify(interruption),
});

const pathOf = ({ headers }: Response) => (headers.get("Location") ?? "").replace(club.url, "");

/** Goes to Google and agrees there; what is left is the way back. */
async function goToGoogle(email: string, Cookie = ""): Promise<Send> {
  const sent = await club.fetch("/auth/google", { ...createFormPost({}), headers: { Cookie } });
  const consent = { email, name: "Zsófi", verified: "on", answer: "allow" };
  const agreed = await club.fetch(pathOf(sent), createFormPost(consent));
  const cookies = [Cookie, readCookies(sent)].filter(Boolean).join("; ");
  return (headers) => club.fetch(pathOf(agreed), { headers: { Cookie: cookies, ...headers } });
}

const post =
  (path: string, fields: Record<string, string>, Cookie = ""): Send =>
  (headers) =>
    club.fetch(path, { ...createFormPost(fields), headers: { Cookie, ...headers } });

/** Somebody with a password, a passkey and Google, who is signed in. */
async function createOwner(): Promise<Owner> {
  const email = newEmail();
  const cookie = await signUp(club, email);
  const passkey = await addPasskey(club, cookie);
  await (await goToGoogle(email, cookie))();
  const userId = (await findAccount(club.db, email))?.id ?? "";
  expect(await club.db.$count(identities, eq(identities.userId, userId))).toBe(1);
  return { userId, email, cookie, passkey };
}

/** Everything by which somebody shows it: what is prepared, and the request that counts. */
const proofs = {
  "the password, signing in": async ({ email }: Owner) => post("/login", { email, password }),
  "the password, again in the settings": async ({ cookie }: Owner) =>
    post("/dashboard/settings/verify", { password }, cookie),
  "a passkey, signing in": async ({ passkey }: Owner) => {
    const credential = passkey.assert(await readOptions(club, "sign-in"));
    return post("/login", { credential });
  },
  "a passkey, again in the settings": async ({ passkey, cookie }: Owner) => {
    const credential = passkey.assert(await readOptions(club, "verify", cookie));
    return post("/dashboard/settings/verify", { credential }, cookie);
  },
  "a link for a new password": async ({ email }: Owner) => {
    await club.fetch("/forgot-password", createFormPost({ email }));
    const chosen = { password: `${password}-2`, repeatPassword: `${password}-2` };
    return post("/reset-password", { token: await findLinkToken(club, email), ...chosen });
  },
  "a link to a new address": async ({ cookie }: Owner) => {
    const to = newEmail();
    await beVerified(club, cookie);
    await post("/dashboard/settings/email", { email: to }, cookie)();
    return post("/dashboard/settings/email", { token: await findLinkToken(club, to) }, cookie);
  },
  "Google, signing in": ({ email }: Owner) => goToGoogle(email),
  "Google, again in the settings": ({ email, cookie }: Owner) => goToGoogle(email, cookie),
  "a new password in the settings": async ({ cookie }: Owner) => {
    await beVerified(club, cookie);
    const chosen = { password: `${password}-2`, repeatPassword: `${password}-2` };
    return post("/dashboard/settings/password", chosen, cookie);
  },
} satisfies Record<string, (owner: Owner) => Promise<Send>>;

const start = async ({ userId }: Owner) => {
  const newAddress = `thief-${newEmail()}`;
  expect(await startRecovery(club.db, { userId, newEmail: newAddress, now: new Date() })).toBe(true);
  return newAddress;
};
const letThreeDaysPass = ({ userId }: Owner) =>
  club.db
    .update(recoveries)
    .set({ dueAt: new Date(Date.now() - 1) })
    .where(eq(recoveries.userId, userId));
const complete = ({ userId }: Owner) => completeRecovery(club.db, userId, new Date(Date.now() + 73 * hourMs));

const addressOf = async ({ userId }: Owner) =>
  (await club.db.select().from(users).where(eq(users.id, userId)))[0]?.email ?? "";

async function isThiefs(owner: Owner, newAddress: string): Promise<boolean> {
  expect(await club.db.$count(recoveries, eq(recoveries.userId, owner.userId))).toBe(0);
  if ((await addressOf(owner)) !== newAddress) return false;
  for (const table of [sessions, passkeys, identities])
    expect(await club.db.$count(table, eq(table.userId, owner.userId))).toBe(0);
  return true;
}

async function expectKept(owner: Owner, newAddress: string) {
  await complete(owner);
  expect(await isThiefs(owner, newAddress)).toBe(false);
  expect(await listSubjectsTo(club, newAddress)).toEqual([
    "The account keeps its email",
    "Your account will have this email in 72 hours",
  ]);
  const email = await addressOf(owner);
  const [told] = (await listEmailsTo(club, email)).filter(
    ({ subject }) => subject === "The account keeps its email",
  );
  expect(told?.text).toContain("Somebody has just shown that it’s theirs");
}

describe.each(Object.entries(proofs))("%s", (_, prepare) => {
  test("before the thief writes, it does not count", async () => {
    const owner = await createOwner();
    const send = await prepare(owner);
    await send();
    const newAddress = await start(owner);
    await complete(owner);
    expect(await isThiefs(owner, newAddress)).toBe(true);
  });

  test("within the 72 hours, it ends the recovery at once and for good, and both addresses are told", async () => {
    const owner = await createOwner();
    const send = await prepare(owner);
    const newAddress = await start(owner);
    expect([200, 302]).toContain((await send()).status);
    expect(await club.db.$count(recoveries)).toBe(0);
    await expectKept(owner, newAddress);
  });

  test("after the 72 hours, it opens nothing", async () => {
    const owner = await createOwner();
    const send = await prepare(owner);
    const newAddress = await start(owner);
    await complete(owner);
    await send();
    expect(await isThiefs(owner, newAddress)).toBe(true);
    const token = await findLinkToken(club, newAddress);
    const chosen = { token, password: `${password}-3`, repeatPassword: `${password}-3` };
    expect((await post("/reset-password", chosen)()).status).toBe(302);
    expect((await login(club, newAddress, { password: `${password}-3` })).status).toBe(302);
  });

  test("whatever it interrupts, either the owner has the account or the thief, and never both", async () => {
    const outcomes: boolean[] = [];
    for (let call = 1; call < 20; call++) {
      const owner = await createOwner();
      const send = await prepare(owner);
      const newAddress = await start(owner);
      await letThreeDaysPass(owner);
      const answer = await send(interruptAt(call, { recoveryOf: owner.userId }));
      if (Number(answer.headers.get("Call-Count")) < call) break;
      outcomes.push(await isThiefs(owner, newAddress));
    }
    expect(outcomes[0]).toBe(true);
    // From the call on that decides, the owner has it.
    expect(outcomes).toEqual(outcomes.toSorted().reverse());
  });

  test("at the same moment, one of them has the account", async () => {
    const owner = await createOwner();
    const send = await prepare(owner);
    const newAddress = await start(owner);
    await letThreeDaysPass(owner);
    const job = () => runJob("completeRecoveries", createJobContext(club), new Date());
    await Promise.all([send(), job(), job()]);
    if (!(await isThiefs(owner, newAddress))) await expectKept(owner, newAddress);
  });
});

test("a wrong password, and a visit of somebody who is signed in, show nothing", async () => {
  const owner = await createOwner();
  const newAddress = await start(owner);
  await forgetVerification(club);
  expect((await login(club, owner.email, { password: "Wrong-5-Leves" })).status).toBe(400);
  expect((await verify(club, owner.cookie, "Wrong-5-Leves")).status).toBe(400);
  expect(await fetchStatus(club, owner.cookie)).toBe(200);
  await complete(owner);
  expect(await isThiefs(owner, newAddress)).toBe(true);
});

test("whoever is signed in stops it with a button, on every page that tells of it", async () => {
  const owner = await createOwner();
  const newAddress = await start(owner);
  const headers = { Cookie: owner.cookie };
  for (const path of ["/dashboard/bookings", "/dashboard/settings/security"]) {
    const page = await parsePage(await club.fetch(path, { headers }));
    const form = findButtons(page, "Stop it")[0]?.closest("form");
    expect(form?.getAttribute("action")).toBe("/dashboard/settings/security");
  }
  const press = post("/dashboard/settings/security", { intent: "stop-recovery" }, owner.cookie);
  for (const pressed of [await press(), await press()]) {
    expect(pathOf(pressed)).toBe("/dashboard/settings/security");
    const next = { Cookie: `${owner.cookie}; ${readCookies(pressed)}` };
    expect(await readPageText(await club.fetch(pathOf(pressed), { headers: next }))).toContain(
      "Your account keeps its email.",
    );
  }
  await complete(owner);
  expect(await isThiefs(owner, newAddress)).toBe(false);
  for (const email of [owner.email, newAddress])
    expect(
      (await listSubjectsTo(club, email)).filter((one) => one === "The account keeps its email"),
    ).toEqual(["The account keeps its email"]);
});

test("nobody stops the recovery of another account", async () => {
  const owner = await createOwner();
  const newAddress = await start(owner);
  const stranger = await signUp(club, newEmail());
  await post("/dashboard/settings/security", { intent: "stop-recovery" }, stranger)();
  expect((await postCredential(club, "/login", "{}")).status).toBe(400);
  await complete(owner);
  expect(await isThiefs(owner, newAddress)).toBe(true);
});

/** What a thief sends who has got a session, the old password, a passkey or Google. */
const thefts: Record<string, (owner: Owner) => Promise<Send>> = {
  "signs in with the old password": async ({ email }) => post("/login", { email, password }),
  "signs in with a passkey that they added": proofs["a passkey, signing in"],
  "signs in with Google": ({ email }) => goToGoogle(email),
  "adds a passkey": async ({ cookie }) => {
    await beVerified(club, cookie);
    const credential = newAuthenticator(club).register(await readOptions(club, "register", cookie));
    return post("/dashboard/settings/security", { intent: "add-passkey", credential }, cookie);
  },
  "links Google": async ({ userId, email, cookie }) => {
    await club.db.delete(identities).where(eq(identities.userId, userId));
    await club.db.update(users).set({ googleUnlinkedAt: new Date() }).where(eq(users.id, userId));
    await beVerified(club, cookie);
    return goToGoogle(email, cookie);
  },
  "chooses a password": proofs["a new password in the settings"],
  "changes the address": proofs["a link to a new address"],
};

test.each(Object.entries(thefts))(
  "a thief who %s at the moment of a reset has nothing of the account afterwards",
  async (_, prepare) => {
    const chosen = `${password}-4`;
    let interruptedCount = 0;
    for (let call = 1; call < 20; call++) {
      const owner = await createOwner();
      const send = await prepare(owner);
      await club.fetch("/forgot-password", createFormPost({ email: owner.email }));
      const token = await findLinkToken(club, owner.email);
      const fields = { token, password: chosen, repeatPassword: chosen };
      const answer = await send(
        interruptAt(call, { path: "/reset-password", fields: Object.entries(fields) }),
      );
      if (Number(answer.headers.get("Call-Count")) < call) break;
      // Where the address was changed before, the link that was sent to the old one is dead, as it should be.
      const [{ email = "" } = {}] = await club.db.select().from(users).where(eq(users.id, owner.userId));
      if (email !== owner.email) continue;
      interruptedCount++;
      expect((await login(club, email, { password: chosen })).status).toBe(302);
      expect(await fetchStatus(club, readCookies(answer) || owner.cookie)).toBe(302);
      expect(await club.db.$count(sessions, eq(sessions.userId, owner.userId))).toBe(2);
      for (const table of [passkeys, identities])
        expect(await club.db.$count(table, eq(table.userId, owner.userId))).toBe(0);
    }
    expect(interruptedCount).toBeGreaterThan(0);
  },
);
