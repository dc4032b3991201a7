import { and, eq, gt } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { sessions } from "#app/db/schema/account.ts";
import { events } from "#app/db/schema/event.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { beVerified, createFormPost, login, newEmail, readCookies, signUp } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { findDeposit, openStripeClub } from "#tests/support/deposits.ts";
import { createEvening, idsOf, openHostLink } from "#tests/support/evenings.ts";
import { book, createEvent, signUpDiner } from "#tests/support/events.ts";
import { createNoise } from "#tests/support/hostile-images.ts";
import { parsePage, readPageText } from "#tests/support/html.ts";
import {
  addPasskey,
  newAuthenticator,
  readOptions,
  sendNewPasskey,
  signInWithPasskey,
} from "#tests/support/passkeys.ts";
import { createRealRequest, findAddresses, sortByHarm } from "#tests/support/real-requests.ts";
import { routes, routesWithAction } from "#tests/support/routes.ts";
import {
  type SeatedDiners,
  seatDiners,
  sendPhoto,
  startSession,
  uploadPhoto,
  waitForEmails,
} from "#tests/support/seated-diners.ts";

const lagging = {
  wrapper: "support/lagging-worker.ts",
  otherDatabases: ["COPY"],
  vars: { SHOW_FIGURES: "yes" },
};
const club = openClub(lagging);
const { club: paidClub, stripe } = await openStripeClub({}, lagging);
let all: SeatedDiners;
beforeAll(async () => {
  all = await seatDiners(club);
  await waitForEmails(club);
});

const readTrips = (response: Response) => Number(response.headers.get("X-Trips") ?? Number.NaN);

test("a page waits for the database once", async () => {
  const { owner } = all.diners;
  const cookie = await startSession(club, owner);
  await club.fetchBare("/replicate");
  const slow: Record<string, number> = {};
  for (const route of routes.filter(({ path }) => path !== "/dashboard/settings/data.json")) {
    for (const path of await findAddresses(club, route, owner)) {
      const response = await club.fetch(path, { headers: { Cookie: cookie, Accept: "text/html" } });
      if (readTrips(response) > 1) slow[route.path] = readTrips(response);
    }
  }
  // Where a page that is near leads elsewhere, the primary is asked whether that is right. A file is read line by line, and for a
  // feed, which nobody waits for, only what its address opens.
  expect(slow).toEqual({ "/calendar/:file": 2, "/quiz": 2, "/dashboard/bookings/:id/receipt.json": 2 });
});

test("a page of a session past half its life does not wait until the session is renewed", async () => {
  const { owner } = all.diners;
  const isTheirs = eq(sessions.userId, owner.userId);
  const soon = new Date(Date.now() + 10 * dayMs);
  await club.db.update(sessions).set({ expiresAt: soon }).where(isTheirs);
  await club.fetchBare("/replicate");
  const countRenewed = () => club.db.$count(sessions, and(isTheirs, gt(sessions.expiresAt, soon)));
  // The copy is near, and the primary is far away.
  await club.fetchBare("/place?primary=5000&copy=0");
  const page = await club.fetch("/dashboard/bookings", { headers: { Cookie: owner.cookie } });
  expect(await countRenewed()).toBe(0);
  await club.fetchBare("/place?primary=0&copy=0");
  expect(page.status).toBe(200);
  expect(page.headers.getSetCookie().join()).toMatch(/session=.*Max-Age=2592000/);
  await expect.poll(countRenewed).toBe(1);
});

test("a form that is refused waits for the database twice", async () => {
  const slow: Record<string, number> = {};
  const unasked = new Set<string>();
  const notRefused: string[] = [];
  for (const route of sortByHarm(routesWithAction.filter(({ path }) => !path.startsWith("/dev/")))) {
    const { path, init, fields } = await createRealRequest(club, route, all);
    const names = Object.keys(fields);
    for (const name of names.length > 0 ? ["", ...names] : []) {
      const form = name ? { ...fields, [name]: "nonsense" } : {};
      const response = await club.fetch(path, { ...init, body: new URLSearchParams(form) });
      const trips = readTrips(response);
      if (!(trips <= 2)) slow[`${path} ${JSON.stringify(form)}`] = trips;
      if (trips === 0) unasked.add(route.path);
      if (response.status < 400) notRefused.push(`${route.path} ${name}`.trim());
    }
  }
  expect(slow).toEqual({});
  expect([...unasked].sort()).toEqual([
    "/auth/google",
    "/auth/passkey-options",
    "/forgot-password",
    "/login",
    "/register",
    "/sheet/:id",
    "/your-city",
  ]);
  // Any words will do, and so will what is unknown: of a link whose page then says so, or where there is nothing left to do.
  expect(notRefused.sort()).toEqual([
    "/auth/google",
    "/auth/google next",
    "/bookings/:id/contest text",
    "/bookings/:id/feedback contact",
    "/bookings/:id/feedback line",
    "/bookings/:id/feedback note",
    "/bookings/:id/feedback sameTable",
    "/dashboard/settings/email token",
    "/dashboard/settings/security session",
    "/dashboard/settings/verify",
    "/dashboard/settings/verify password",
    "/email-confirmed password",
    "/email-confirmed token",
    "/host/:id text",
    "/identity name",
    "/register firstName",
    "/register lastName",
    "/reset-password firstName",
    "/reset-password lastName",
    "/reset-password token",
    "/sheet/:id note",
    "/unsubscribe",
    "/unsubscribe List-Unsubscribe",
    "/your-city city",
  ]);
});

test("a form waits for the database twice: it asks who sends it, and writes", async () => {
  const slow: Record<string, number> = {};
  for (const route of sortByHarm(routesWithAction)) {
    const { path, init } = await createRealRequest(club, route, all);
    const trips = readTrips(await club.fetch(path, init));
    if (trips > 2) slow[route.path] = trips;
  }
  expect(slow).toEqual({});
});

test("what the database refuses waits for it twice: a booking, a password, a name beside a photo", async () => {
  const diner = await signUpDiner(club);
  const [first, close, closed] = [
    await createEvent(club, { hoursFromNow: 400 }),
    await createEvent(club, { hoursFromNow: 401 }),
    await createEvent(club, { hoursFromNow: 600 }),
  ];
  await club.db
    .update(events)
    .set({ closesAt: new Date(0) })
    .where(eq(events.id, closed));
  await book(diner, first);
  // What is written beside the page that answers is no trip of its own, where the database is further away than memory.
  await club.fetchBare("/place?primary=5&copy=5");
  const answers = [];
  for (const path of ["/events", "/dashboard/bookings/new"])
    for (const event of [close, closed]) answers.push(await diner.post(path, { event }));
  answers.push(
    await diner.post("/dashboard/settings/verify", { password: "Wrong-5-Leves" }),
    await login(club, diner.email, { password: "Wrong-5-Leves" }),
    await sendPhoto(club, diner.cookie, { name: "" }),
  );
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 400, 400, 400]);
  expect(answers.map(readTrips)).toEqual([2, 2, 2, 2, 2, 2, 2]);
  await club.fetchBare("/place?primary=0&copy=0");
});

test("a payment waits twice: begun, resumed, after its checkout has expired, and paid before the webhook comes", async () => {
  const diner = await signUpDiner(paidClub);
  const booking = await book(diner, await createEvent(paidClub));
  const trips: number[] = [];
  const pay = async () => {
    const response = await diner.post("/payment", { booking });
    expect(response.status).toBe(303);
    trips.push(readTrips(response));
    return response.headers.get("Location")?.split("/pay/")[1] ?? "";
  };
  const first = await pay();
  expect(await pay()).toBe(first);
  stripe.expire(first);
  const second = await pay();
  expect(second).not.toBe(first);
  stripe.pay(second);
  expect(await pay()).toBe("");
  expect(await findDeposit(paidClub.db, booking)).toMatchObject({ state: "paid", checkoutId: second });
  expect(trips).toEqual([2, 1, 2, 2]);
});

test("a passkey signs in with two, and the booking of a dinner waits once", async () => {
  const cookie = await signUp(club, newEmail());
  const authenticator = await addPasskey(club, cookie);
  expect(readTrips(await signInWithPasskey(club, authenticator))).toBe(2);
  const { cookie: Cookie } = await signUpDiner(club);
  const body = new URLSearchParams({ event: await createEvent(club) });
  const booked = await club.fetch("/events", { method: "POST", headers: { Cookie }, body });
  expect([booked.headers.get("Location"), readTrips(booked)].join()).toMatch(/booked=[^,]+,1$/);
});

test("a new address, a new passkey and a photo wait twice", async () => {
  const cookie = await signUp(club, newEmail());
  await beVerified(club, cookie);
  const init = { ...createFormPost({ email: newEmail() }), headers: { Cookie: cookie } };
  const asked = await club.fetch("/dashboard/settings/email", init);
  expect(await readPageText(asked)).toContain("We’ve sent a link");
  const credential = newAuthenticator(club).register(await readOptions(club, "register", cookie));
  const added = await sendNewPasskey(club, cookie, credential);
  expect(added.headers.get("Location")).toBe("/dashboard/settings/security");
  await uploadPhoto(club, cookie);
  // Beyond the size of other forms, it is known who sends it before it is read.
  const [small, large] = [
    await uploadPhoto(club, cookie),
    await uploadPhoto(club, cookie, createNoise(512, 512)),
  ];
  expect([asked, added, small, large].map(readTrips)).toEqual([2, 2, 2, 2]);
});

/** The page of a local club that replaces Google's leads back. */
async function returnFromGoogle(cookie: string, email: string): Promise<Response> {
  const pathTo = (response: Response) => {
    const { pathname, search } = new URL(response.headers.get("Location") ?? "", club.url);
    return pathname + search;
  };
  const left = await club.fetch("/auth/google", { ...createFormPost({}), headers: { Cookie: cookie } });
  const person = { email, name: "Réka", verified: "on", answer: "allow" };
  const chosen = await club.fetch(pathTo(left), createFormPost(person));
  const headers = { Cookie: [cookie, readCookies(left)].filter(Boolean).join("; ") };
  return club.fetch(pathTo(chosen), { headers });
}

test("Google signs in, proves who it is and is linked with two", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  await beVerified(club, cookie);
  const answers = [
    await returnFromGoogle(cookie, email),
    await returnFromGoogle(cookie, email),
    await returnFromGoogle("", email),
  ];
  expect(answers.map((answer) => answer.headers.get("Location"))).toEqual([
    "/dashboard/settings",
    "/dashboard/settings",
    "/onboarding",
  ]);
  expect(answers.map(readTrips)).toEqual([2, 2, 2]);
});

test("the buttons of a host wait twice", async () => {
  const evening = await createEvening(club, [[3, 2]], { minutesFromNow: -20 });
  const [{ id: from = "", guests = [] } = {}, { id: to = "" } = {}] = evening.tables;
  const host = await openHostLink(club, evening.eventId);
  const [first = "", second = ""] = idsOf(guests);
  const slow: Record<string, number> = {};
  const press = async (fields: Record<string, string>) => {
    const response = await host.post(fields);
    const done = new URL(response.headers.get("Location") ?? "", club.url).searchParams.get("done");
    if (readTrips(response) > 2) slow[fields.intent ?? ""] = readTrips(response);
    return done;
  };
  const ticks = { shown: "", here: first };
  expect(await press({ ...ticks, intent: "save" })).toBe("saved");
  expect(await press({ ...ticks, here: second, intent: `newcomers:${from}` })).toBe("no newcomers");
  expect(await press({ intent: "missing", missing: idsOf(evening.guests).at(-1) ?? "" })).toBe("missing");
  expect(await press({ shown: second, intent: `open:${from}` })).toBe("opened");
  expect(await press({ intent: `move:${first}`, from, to })).toBe("moved");
  const page = await parsePage(await host.get({ view: "close", table: "1" }));
  const plan = page.querySelector("[name=plan]")?.getAttribute("value") ?? "";
  expect(await press({ intent: `empty:${from}`, plan })).toBe("emptied");
  expect(await press({ intent: "send", id: crypto.randomUUID(), text: "Hello" })).toBe("sent");
  expect(slow).toEqual({});
});
