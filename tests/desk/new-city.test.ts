import { expect, test } from "vitest";
import { withPlainSpaces } from "#app/lib/dates.ts";
import { openClub } from "#tests/support/club.ts";
import {
  deskVars,
  didIt,
  type OperatorName,
  playAccess,
  postOperation,
  readPlan,
} from "#tests/support/desk.ts";
import { findLinks, parsePage, readHeading } from "#tests/support/html.ts";

const club = openClub({ vars: deskVars });
const access = playAccess();

const open = async (path: string, who: OperatorName = "anna") => {
  const response = await club.fetch(path, { headers: await access.headersOf(who) });
  return { status: response.status, page: await parsePage(response) };
};

type Page = Awaited<ReturnType<typeof open>>["page"];

const textOf = (page: Page) => withPlainSpaces(page.querySelector("main")?.textContent ?? "");

/** What the form of the page sends, with these answers. */
function fillIn(page: Page, answers: Record<string, string | string[]>): string {
  const form = page.querySelector("main form[action='/desk/new-city']");
  const search = new URLSearchParams();
  for (const input of form?.querySelectorAll("input, textarea, select") ?? []) {
    const name = input.getAttribute("name") ?? "";
    if (input.getAttribute("type") === "checkbox" || name in answers) continue;
    const chosen = input.querySelector("option[selected]") ?? input.querySelector("option");
    const value = chosen?.getAttribute("value") ?? input.getAttribute("value") ?? input.textContent ?? "";
    search.append(name, value);
  }
  for (const [name, values] of Object.entries(answers))
    for (const value of [values].flat()) search.append(name, value);
  return `/desk/new-city?${search}`;
}

const listCities = async () =>
  (await club.binding.prepare("SELECT slug, country, time_zone FROM cities").all()).results;

test("the first page of a desk without a city leads to founding one, until there is one", async () => {
  const read = async (who: OperatorName) =>
    findLinks((await open("/desk", who)).page, "Found your first city");
  expect((await read("anna")).map((link) => link.getAttribute("href"))).toEqual(["/desk/new-city"]);
  expect(await read("dani")).toEqual([]);
});

test("a city is founded by six forms, without JavaScript, and nothing is stored before the last", async () => {
  let { page } = await open("/desk/places");
  const [link] = findLinks(page, "Add a city");
  expect(link?.getAttribute("href")).toBe("/desk/new-city");
  const next = async (answers: Record<string, string | string[]>, heading: string) => {
    ({ page } = await open(fillIn(page, answers)));
    expect(page.querySelector("main h2")?.textContent).toBe(heading);
  };
  ({ page } = await open("/desk/new-city"));
  await next({ name: "Lisbon", country: "Nowhere" }, "Which city is it?");
  expect(textOf(page)).toContain("Country is a country such as Portugal, or its two letters.");
  await next({ name: "Lisbon", country: "Portugal" }, "What time is it there, and what do people pay with?");
  expect(page.querySelector("[name=zone]")?.getAttribute("value")).toBe("Europe/Lisbon");
  await next({ price: "five" }, "What time is it there, and what do people pay with?");
  const price = page.querySelector("[name=price]");
  expect(price?.getAttribute("aria-invalid")).toBe("true");
  expect(page.querySelector("#price-error")?.textContent).toContain("Price is an amount of EUR");
  await next({ price: "15 euros" }, "Which restaurant is the first?");
  const asks = "How many tables of five, and what can the kitchen do?";
  await next({ restaurant: "Taberna do Largo", address: "Carmo 8" }, asks);
  await next({ diets: ["Vegetarian", "Vegan"], stepFree: "yes" }, "On which day, at what hour?");
  await next({ at: "20:00" }, "A deposit?");
  expect(page.querySelector("[name=deposit]")?.getAttribute("value")).toBe("none");
  ({ page } = await open(fillIn(page, { deposit: "5 EUR" })));
  expect(readHeading(page)).toBe("Lisbon can open");
  expect(textOf(page)).toContain("15 seats on Fridays, first on Friday, ");
  expect(textOf(page)).toMatch(/A deposit of 5 EUR(?! EUR)/);
  expect(await listCities()).toEqual([]);

  const change = findLinks(page, "Change Fridays, 8:00 PM")[0]?.getAttribute("href") ?? "";
  ({ page } = await open(change.replaceAll("&amp;", "&")));
  expect(page.querySelector("[name=at]")?.getAttribute("value")).toBe("20:00");
  ({ page } = await open(fillIn(page, { at: "19:30" })));
  expect(readHeading(page)).toBe("Lisbon can open");

  const headers = await access.headersOf("anna");
  const sent = readPlan(page);
  const answers = [
    await postOperation(club, headers, "city found", sent),
    await postOperation(club, headers, "city found", sent),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.map(didIt)).toEqual([true, false]);
  expect(textOf(answers[0]?.page as Page)).toContain("Lisbon is open.");
  expect(textOf(answers[0]?.page as Page)).not.toMatch(/--|city edit/);
  for (const [name, given, value] of [
    ["Change a city", "city=lisbon", 'value="Lisbon"'],
    ["Change a restaurant", "venue=", 'value="Carmo 8"'],
    ["Change a weekly event", "schedule=", 'value="1"'],
  ] as const) {
    const href = findLinks(answers[0]?.page as Page, name)[0]?.getAttribute("href") ?? "";
    expect(href).toContain(given);
    expect((await open(href)).page.querySelector("main form")?.outerHTML, name).toContain(value);
  }
  const more = findLinks(answers[0]?.page as Page, "Add another restaurant")[0]?.getAttribute("href");
  expect(more).toBe("/desk/do/venue/add?city=lisbon");
  expect(textOf(answers[0]?.page as Page)).not.toContain("evening");
  expect(await listCities()).toEqual([{ slug: "lisbon", country: "PT", time_zone: "Europe/Lisbon" }]);
  const places = textOf((await open("/desk/places")).page);
  for (const words of ["Taberna do Largo", "3 tables", "Fridays, 7:30 PM", "Cooks: Vegetarian, Vegan"])
    expect(places).toContain(words);
});

test("what only the club can refuse is said beside the answers, which stay", async () => {
  const answers = {
    ...{ name: "Lisbon", country: "PT", zone: "Asia/Tokyo", currency: "EUR", price: "15" },
    ...{ restaurant: "R", address: "A", phone: "", tables: "3", diets: "", level: "2", stepFree: "no" },
    ...{ on: "friday", at: "20:00", skipHolidays: "yes", deposit: "0.10" },
  };
  const { status, page } = await open(`/desk/new-city?${new URLSearchParams(answers)}`);
  expect([status, textOf(page)]).toEqual([200, expect.stringContaining("There is already a city Lisbon")]);
  const porto = await open(`/desk/new-city?${new URLSearchParams({ ...answers, name: "Porto" })}`);
  expect(textOf(porto.page)).toContain("“Deposit” is 0, or at least 0.50 EUR");
  expect(findLinks(porto.page, "Change Porto").length).toBe(1);
});

test("only an owner founds a city", async () => {
  for (const who of ["cili", "dani"] as const) expect((await open("/desk/new-city", who)).status).toBe(404);
  expect((await club.fetch("/desk/new-city")).status).toBe(404);
});
