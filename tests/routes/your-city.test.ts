import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cityRequests } from "#app/db/schema/city.ts";
import { findCitiesToOpen, tellAboutCity } from "#app/models/city/city-requests.server.ts";
import { listEmailsTo, newEmail } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { createCity, createEvent } from "#tests/support/events.ts";
import { findLinks, parsePage, readInputValue, readPageText, readText } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);

let visits = 0;
const ask = (fields: Record<string, string>, path = "/your-city") =>
  club.fetch(path, {
    method: "POST",
    headers: { "CF-Connecting-IP": `198.18.7.${visits++}` },
    body: new URLSearchParams(fields),
  });

/** Returns the path of the link in the email. */
async function askAndFindLink(email: string, city: string): Promise<string> {
  expect((await ask({ email, city })).status).toBe(200);
  const asked = (await listEmailsTo(club, email)).find(({ kind }) => kind === "city-asked");
  return /\/your-city\?token=[\w-]+/.exec(asked?.text ?? "")?.[0] ?? "";
}

test("a city without a dinner offers to tell when it has one, if its name leads to it", async () => {
  await createEvent(club);
  for (const name of ["Linz", "Big Linz"])
    await createCity(club, { id: name, slug: name.toLowerCase().replace("big ", "big"), name });
  const loadPage = async (path: string) => parsePage(await club.fetch(path));
  const [link] = findLinks(await loadPage("/events?city=linz"), "Tell me when Linz has one");
  expect(link?.getAttribute("href")).toBe("/your-city?city=Linz");
  expect(readInputValue(await loadPage("/your-city?city=Linz"), "city")).toBe("Linz");
  expect(findLinks(await loadPage("/events?city=biglinz"), /Tell me/)).toEqual([]);
});

test("who asks for a city that has dinners is led to them, and not noted", async () => {
  const cityId = await createCity(club, { slug: "gyor", name: "Győr" });
  const email = newEmail();
  await createEvent(club, { cityId, available: false });
  await ask({ email: newEmail(), city: "Győr" });
  const before = (await club.db.select().from(cityRequests)).length;
  await createEvent(club, { cityId });
  const page = await parsePage(await ask({ email, city: " GYOR" }));
  expect(readText(page)).toContain("Győr has dinners");
  expect(findLinks(page, "See them")[0]?.getAttribute("href")).toBe("/events?city=gyor");
  expect(await club.db.select().from(cityRequests)).toHaveLength(before);
  expect(await listEmailsTo(club, email)).toEqual([]);
});

const listRequests = () => club.db.select().from(cityRequests);

test("a request counts once its address is confirmed, is told once when the city opens, and is forgotten then", async () => {
  const [email, unconfirmed] = [newEmail(), newEmail()];
  const link = await askAndFindLink(email, "Saint-Étienne");
  await askAndFindLink(unconfirmed, "Saint-Étienne");
  expect((await ops.run("city", "requests")).out).toContain("Nobody has asked");
  expect(await readPageText(await club.fetch(link))).toContain("Dinners in Saint-Étienne?");
  expect((await listRequests()).every(({ confirmedAt }) => confirmedAt === null)).toBe(true);
  await ask({}, link);
  await ask({}, link);
  expect(await readPageText(await club.fetch(link))).toContain("You’re on the list");
  expect((await ops.run("city", "requests")).out).toMatch(/Saint-Étienne +1/);

  const cityId = await createCity(club, { slug: "saint-etienne", name: "Saint-Étienne" });
  const now = new Date();
  expect(await findCitiesToOpen(club.db, now)).toEqual([]);
  await createEvent(club, { cityId });
  expect(await findCitiesToOpen(club.db, now)).toEqual([cityId]);
  await Promise.all([tellAboutCity(club.db, cityId, now), tellAboutCity(club.db, cityId, now)]);
  const kinds = async (to: string) => (await listEmailsTo(club, to)).map(({ kind }) => kind);
  expect(await kinds(email)).toEqual(expect.arrayContaining(["city-opened", "city-asked"]));
  expect((await kinds(email)).filter((kind) => kind === "city-opened")).toHaveLength(1);
  const opened = (await listEmailsTo(club, email)).find(({ kind }) => kind === "city-opened");
  expect(opened?.text).toMatch(/First dinner: \p{L}+day, /u);
  expect(await kinds(unconfirmed)).toEqual(["city-asked"]);
  expect(await club.db.select().from(cityRequests).where(eq(cityRequests.email, email))).toEqual([]);
  expect(await readPageText(await club.fetch(link))).toContain("There’s nothing here anymore");
});

test("a request is taken back in one tap, and nobody reads or confirms one without its link", async () => {
  const email = newEmail();
  const link = await askAndFindLink(email, "Gent");
  for (const path of [`${link}x`, "/your-city?token=x", "/your-city?token="])
    expect([(await club.fetch(path)).status, (await ask({}, path)).status]).toEqual([404, 404]);
  await ask({}, link);
  expect(await readPageText(await ask({ intent: "leave" }, link))).toContain("We’ve forgotten it");
  expect(await club.db.select().from(cityRequests).where(eq(cityRequests.email, email))).toEqual([]);
});

test("an address gets three emails an hour at most, and the answer is always the same", async () => {
  const email = newEmail();
  const answers = [];
  for (const city of ["Lyon", "Lyon", "Nice", "Metz", "Brest"])
    answers.push(readText(await parsePage(await ask({ email, city }))).replaceAll(city, ""));
  expect(new Set(answers).size).toBe(1);
  expect((await listEmailsTo(club, email)).length).toBeLessThanOrEqual(3);
});

test("nonsense gets a sentence at its field, and what was typed stays", async () => {
  for (const [fields, sentence] of [
    [{ email: "x", city: "Lyon" }, "valid email"],
    [{ email: "a@b.example", city: " " }, "Name a city"],
    [{ email: "a@b.example", city: "¿?" }, "Name a city"],
    [{ email: "a@b.example", city: "x".repeat(61) }, "at most 60 letters"],
  ] as const) {
    const answer = await ask(fields);
    expect(answer.status).toBe(400);
    const page = await parsePage(answer);
    expect(readText(page)).toContain(sentence);
    expect(page.querySelector("[name=city]")?.getAttribute("value")).toBe(fields.city);
  }
  expect((await ask({ email: "a@b.example", city: "y".repeat(60_000) })).status).toBe(400);
});

test("an operator tells those who wrote the city another way", async () => {
  const email = newEmail();
  await ask({}, await askAndFindLink(email, "Gand"));
  await createCity(club, { slug: "ghent", name: "Ghent" });
  expect((await ops.run("city", "tell", "ghent", "--asked", "Nowhere", "--yes")).code).not.toBe(0);
  expect((await ops.run("city", "tell", "ghent", "--asked", "Gand", "--yes")).out).toContain(
    "1 email on the way",
  );
  expect((await listEmailsTo(club, email)).map(({ kind }) => kind)).toContain("city-opened");
});
