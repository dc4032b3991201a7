import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles, users } from "#app/db/schema/account.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { incidents } from "#app/db/schema/health.ts";
import { securityNotes } from "#app/db/schema/security.ts";
import { tasks } from "#app/db/schema/task.ts";
import { toNameKey } from "#app/lib/account/name-key.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { recordRun } from "#app/models/health/heartbeats.server.ts";
import { openClub } from "#tests/support/club.ts";
import { deskVars, type OperatorName, playAccess } from "#tests/support/desk.ts";
import {
  addTestVenues,
  bookForDiners,
  createCity,
  createEvent,
  insertDiners,
} from "#tests/support/events.ts";
import { parsePage } from "#tests/support/html.ts";

const club = openClub({ vars: deskVars });
const access = playAccess();

const fetchAs = async (name: OperatorName, path: string) =>
  club.fetch(path, { headers: await access.headersOf(name) });

async function read(name: OperatorName, path: string) {
  const response = await fetchAs(name, path);
  const page = await parsePage(response);
  const main = page.querySelector("main");
  const text = main?.textContent?.replaceAll(/\s+/g, " ") ?? "";
  const links = [...(main?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href") ?? "");
  return { status: response.status, main, text, links };
}

async function addPeople(names: readonly [firstName: string, lastName: string, email: string][]) {
  const ids = await insertDiners(club, names.length);
  for (const [i, [firstName, lastName, email]] of names.entries()) {
    const id = ids[i] ?? "";
    await club.db
      .update(users)
      .set({ firstName, lastName, email, nameKey: toNameKey({ firstName, lastName }) })
      .where(eq(users.id, id));
    await club.db.update(profiles).set({ firstName }).where(eq(profiles.id, id));
  }
  return ids;
}

const find = (typed: string, name: OperatorName = "anna") =>
  read(name, `/desk/people?${new URLSearchParams({ q: typed })}`);

const pages = ["/desk/people", "/desk/places", "/desk/money", "/desk/figures", "/desk/health"];

test("the pages of a new club say what comes first, and what they are for", async () => {
  for (const path of pages) expect([path, (await read("anna", path)).status]).toEqual([path, 200]);
  const places = await read("anna", "/desk/places");
  expect(places.text).toMatch(/a city, its first restaurant and its weekly event/);
  expect(places.links).toEqual(["/desk/new-city"]);
  expect((await read("anna", "/desk/money")).text).toContain("Nobody was asked for a deposit");
  expect((await read("anna", "/desk/people")).text).toContain("Type a part of a first or last name");
});

test("who stands at the door sees none of these pages, and who runs a city only people and places", async () => {
  for (const path of [...pages, "/desk/people/nobody"])
    expect([path, (await fetchAs("dani", path)).status]).toEqual([path, 404]);
  for (const path of ["/desk/money", "/desk/figures", "/desk/health"])
    expect([path, (await fetchAs("cili", path)).status]).toEqual([path, 404]);
  for (const path of ["/desk/people", "/desk/places"])
    expect([path, (await fetchAs("cili", path)).status]).toEqual([path, 200]);
});

test("people are found by a part of a name or an address, accents and slips forgiven", async () => {
  await addPeople([
    ["Dávid", "Kovács", "dkovacs@mail.example"],
    ["Davina", "Orbán", "orban@mail.example"],
    ["Szonja", "Dávid", "szonja@mail.example"],
    ["Boglárka", "Szentgyörgyi", "bogi@mail.example"],
  ]);
  const dav = await find("DAV");
  expect(dav.text).toContain("3 people for “DAV”");
  expect([...(dav.main?.querySelectorAll("mark") ?? [])].map((mark) => mark.textContent)).toEqual([
    "Dáv",
    "Dav",
    "Dáv",
  ]);
  expect(dav.text).toContain("dkovacs@… · never booked");
  // In the order of Hungarian names, too.
  expect((await find("kovács dávid")).text).toContain("1 person");
  const close = await find("dawid");
  expect(close.text).toMatch(/Dávid Kovács close to it.*Szonja Dávid close to it/);
  expect((await find("szendgjorgyi")).text).toContain("Boglárka Szentgyörgyi close to it");
  const byAddress = await find("bogi@mail");
  expect(byAddress.main?.querySelector("mark")?.textContent).toBe("bogi@mail");
  expect((await find("xyzzyx")).text).toContain("Nobody like “xyzzyx”.");
  expect((await find("d")).text).toContain("Type two letters or more.");
  expect((await find("%_")).text).toContain("Type two letters or more.");
});

test("hostile searches find nobody, and are short", async () => {
  for (const typed of [
    "' or 1=1 --",
    '<script>alert("x")</script>',
    "%%%%",
    "a".repeat(1_000),
    "ab ".repeat(300),
    "\u0000\u202e😀😀",
  ]) {
    const { status, main } = await find(typed);
    expect(status).toBe(200);
    expect([...(main?.querySelectorAll("script:not([src])") ?? [])]).toHaveLength(0);
  }
  for (const path of ["people?q=", "places?city=", "money?page=", "figures?city=", "health?x="])
    expect((await fetchAs("anna", `/desk/${path}${"x".repeat(60_000)}`)).status).toBe(414);
});

test("many people are found twenty at a time", async () => {
  await addPeople(Array.from({ length: 25 }, (_, i) => ["Zsófia", `Nagy${i}`, `zsofia-${i}@mail.example`]));
  const { main, text } = await find("zsofia");
  expect(main?.querySelectorAll("li a")).toHaveLength(20);
  expect(text).toContain("The first 20");
});

test("a person’s page says what there is, leads to what can be done, and notes who looked", async () => {
  const hostile = '<b>"Ö</b>';
  const [id = ""] = await addPeople([[hostile, "Tóth", "hostile@mail.example"]]);
  const eventId = await createEvent(club);
  const [bookingId = ""] = await bookForDiners(club, [id], eventId);
  await club.db.insert(deposits).values({
    id: "deposit-1",
    bookingId,
    amount: 300_000,
    currency: "huf",
    state: "paid",
    origin: "https://oten.example",
    dueAt: new Date(),
    createdAt: new Date(),
    paidAt: new Date(),
  });
  const page = await read("anna", `/desk/people/${id}`);
  expect(page.status).toBe(200);
  expect(page.main?.querySelector("h1")?.textContent).toBe(`${hostile} Tóth`);
  expect(page.text).toContain("1 ahead, 0 behind");
  expect(page.text).toContain("anna@club.example looked at this page");
  expect(page.links).toEqual(
    expect.arrayContaining([
      `/desk/evenings/${eventId}`,
      `/desk/do/booking/cancel?booking=${bookingId}`,
      "/desk/do/deposit/refund?deposit=deposit-1",
      `/desk/do/user/block?user=${id}`,
      `/desk/do/user/recover?user=${id}`,
      `/desk/do/user/history?user=${id}`,
    ]),
  );
  const notes = await club.db.select().from(securityNotes).where(eq(securityNotes.userId, id));
  expect(notes.map(({ kind, detail, operator }) => [kind, detail, operator])).toEqual([
    ["looked-at", "desk person", "anna@club.example"],
  ]);
  const money = await read("anna", "/desk/money");
  expect(money.text).toContain("3000 HUF was paid, in 1 deposit");
  expect(money.links).toContain("/desk/do/deposit/refund?deposit=deposit-1");
  // Who runs the city sees the booking, and neither gives money back nor blocks anybody.
  const ofCity = await read("cili", `/desk/people/${id}`);
  expect(ofCity.status).toBe(200);
  expect(ofCity.links).toContain(`/desk/do/booking/cancel?booking=${bookingId}`);
  expect(ofCity.links.filter((href) => /deposit|user|avoid/.test(href))).toEqual([]);
  expect((await find("hostile@", "cili")).text).toContain("1 person");
});

test("people of another city are nobody for who runs this one, and so are unknown ids for all", async () => {
  const [id = ""] = await addPeople([["Elsewhere", "Only", "elsewhere@mail.example"]]);
  expect((await fetchAs("cili", `/desk/people/${id}`)).status).toBe(404);
  expect((await find("elsewhere", "cili")).text).toContain("Nobody like");
  expect((await fetchAs("anna", `/desk/people/${id}`)).status).toBe(200);
  for (const path of ["nobody", "elsewhere@mail.example", "%00", "x".repeat(1_000)])
    expect([path.slice(0, 30), (await fetchAs("anna", `/desk/people/${path}`)).status]).toEqual([
      path.slice(0, 30),
      404,
    ]);
});

test("places show a city, or all of them, and those of an operator’s cities only", async () => {
  await addTestVenues(club, ["kakukk"]);
  const city = await read("cili", "/desk/places");
  expect(city.main?.querySelector("h1")?.textContent).toBe("Budapest");
  expect(city.text).toContain("kakukk");
  expect(city.links).toEqual(
    expect.arrayContaining(["/desk/do/venue/edit?venue=kakukk", "/desk/do/schedule/add?city=budapest"]),
  );
  expect(city.links.filter((href) => href.includes("/city/"))).toEqual([]);
  for (let i = 0; i < 30; i++) await createCity(club, { slug: `many-${i}`, name: `Many <i>${i}</i>` });
  const all = await read("anna", "/desk/places");
  expect(all.links.filter((href) => href.startsWith("/desk/places?city="))).toHaveLength(31);
  expect((await read("anna", "/desk/places?city=many-3")).text).toContain("None yet");
  for (const [name, path] of [
    ["cili", "/desk/places?city=many-3"],
    ["anna", "/desk/places?city=nowhere"],
    ["anna", `/desk/places?city=${"x".repeat(1_000)}`],
  ] as const)
    expect([path.slice(0, 40), (await fetchAs(name, path)).status]).toEqual([path.slice(0, 40), 404]);
});

test("money adds up, is paged, and shows refunds that Stripe refused first", async () => {
  const now = Date.now();
  await club.db.run(sql`delete from ${deposits}`);
  const states = ["paid", "refunding", "refunded", "kept", "open", "expired"] as const;
  for (let i = 0; i < 60; i++)
    await club.db.insert(deposits).values({
      id: `many-${i}`,
      amount: 1_000 + i,
      currency: "eur",
      state: states[i % 6] ?? "paid",
      origin: "https://oten.example",
      dueAt: new Date(now),
      createdAt: new Date(now - i * 1_000),
      parkedAt: i === 1 ? new Date(now) : null,
      parkedReason: i === 1 ? "<i>insufficient funds</i>" : null,
    });
  const first = await read("anna", "/desk/money");
  const amounts = [...(first.main?.querySelectorAll("dd") ?? [])].map((each) =>
    Number.parseFloat(each.textContent ?? ""),
  );
  const total = Number.parseFloat(/([\d.]+) EUR was paid/.exec(first.text)?.[1] ?? "");
  expect(amounts).toHaveLength(4);
  expect(amounts.reduce((sum, amount) => sum + amount)).toBeCloseTo(total);
  expect(first.text).toContain("Stripe: <i>insufficient funds</i>.");
  expect(first.text.indexOf("Try again")).toBeLessThan(first.text.indexOf("By name"));
  expect(first.main?.querySelectorAll("li")).toHaveLength(51);
  const second = await read("anna", "/desk/money?page=2");
  expect(second.links).toContain("/desk/money?page=1");
  for (const page of ["99", "-1", "x", "1e99", "9".repeat(1_000)])
    expect((await fetchAs("anna", `/desk/money?page=${page}`)).status).toBe(200);
});

test("the figures are the report of the terminal, for a period and a city", async () => {
  const figures = await read("anna", "/desk/figures?weeks=4");
  expect(figures.text).toContain("Four weeks at the table");
  expect(figures.text).toContain("Made by the desk");
  expect((await fetchAs("anna", "/desk/figures?city=budapest&weeks=nonsense")).status).toBe(200);
  expect((await fetchAs("anna", "/desk/figures?city=nowhere")).status).toBe(404);
});

test("health names what is wrong, and the operation that helps", async () => {
  await club.db.insert(tasks).values({
    id: "makeTables x",
    job: "makeTables",
    item: "x",
    createdAt: new Date(),
    queuedAt: new Date(),
    parkedAt: new Date(),
    lastError: "<b>boom</b>",
  });
  await club.db
    .insert(incidents)
    .values({ id: "i", name: "emails late", detail: "3 emails", startedAt: new Date(), endedAt: new Date() });
  await createCity(club, { timeZone: "Asia/Tokyo" });
  await createCity(club, { timeZone: "America/New_York" });
  await recordRun(club.db, "cron", new Date(Date.now() - dayMs));
  const health = await read("anna", "/desk/health");
  expect(health.text).not.toContain("UTC");
  expect(health.text).toMatch(/The club’s clock last ran \w+, [^.]+ [AP]M Europe\/Budapest\./);
  expect(health.text).toContain("Tasks parked");
  expect(health.text).toContain("<b>boom</b>");
  expect(health.text).toContain("Emails late");
  expect(health.links).toEqual(
    expect.arrayContaining(["/desk/do/job/list?parked=yes", "/desk/do/job/retry?job=makeTables&item=x"]),
  );
  // Each link leads to an operation that exists.
  for (const href of new Set(health.links))
    expect([href, (await fetchAs("anna", href)).status]).toEqual([href, 200]);
});

test("the key of a name follows each change of it", async () => {
  const { saveProfile } = await import("#app/models/account/profiles.server.ts");
  const [id = ""] = await addPeople([["Anna", "Kis-Nagy", "key@mail.example"]]);
  await saveProfile(club.db, id, { firstName: "Élise" }, new Date());
  const [found] = await club.db.select({ key: users.nameKey }).from(users).where(eq(users.id, id));
  expect(found?.key).toBe(" elise / kis nagy");
});

test("a name is found after its owner has signed up", async () => {
  const { signUp } = await import("#tests/support/accounts.ts");
  await signUp(club, "signed-up@mail.example");
  expect((await find("signed-up")).text).toContain("1 person");
  const keys = await club.db
    .select({ key: users.nameKey, first: users.firstName, last: users.lastName })
    .from(users)
    .where(eq(users.email, "signed-up@mail.example"));
  expect(keys.map(({ key }) => key)).toEqual(
    keys.map(({ first, last }) => toNameKey({ firstName: first, lastName: last })),
  );
});
