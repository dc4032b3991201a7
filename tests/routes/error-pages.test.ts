import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { type Diner, signUpDiner } from "#tests/support/events.ts";
import { findLinks, type Page, parsePage, readHeading, readText } from "#tests/support/html.ts";

const club = openClub();

/** Reads an error page while a table is away. */
async function readErrorPage(diner: Diner, path: string, brokenTable?: string) {
  const rename = (from: string, to: string) =>
    brokenTable && club.binding.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
  await rename(brokenTable ?? "", "elsewhere");
  const response = await diner.get(path);
  await rename("elsewhere", brokenTable ?? "");
  const page = await parsePage(response);
  if (brokenTable) expect((await club.takeLoggedErrors()).join()).toContain("request failed");
  return { status: response.status, page };
}

/** Everything that each error page has once. */
const countParts = (page: Page) => ({
  mains: page.querySelectorAll("main#main").length,
  headers: page.querySelectorAll("body > div header").length,
  footers: page.querySelectorAll("footer").length,
  titles: page.querySelectorAll("h1").length,
});
const oneOfEach = { mains: 1, headers: 1, footers: 1, titles: 1 };

test.each([
  ["/dashboard/bookings/nope", 404],
  ["/dashboard/bookings/nope/cancel", 404],
  ["/dashboard/bookings/nope/receipt", 404],
  ["/dashboard/bookings/nope/cancel", 500, "bookings"],
] as const)(
  "keeps the dashboard's navigation and footer around the error: %s, %i",
  async (...[path, status, table]) => {
    const found = await readErrorPage(await signUpDiner(club), path, table);
    expect(found.status).toBe(status);
    expect(readHeading(found.page)).toBe(status === 404 ? "Page not found" : "Cancel booking");
    expect(countParts(found.page)).toEqual(oneOfEach);
    expect(findLinks(found.page, "Bookings").map((link) => link.getAttribute("href"))).toEqual([
      "/dashboard/bookings",
      "/dashboard/bookings",
    ]);
  },
);

test.each([
  ["/payment?booking=nope", 404],
  ["/host/nobody?key=x", 404],
  ["/no-such-page", 404],
  ["/quiz", 500, "quiz_questions"],
  ["/events", 500, "events"],
  ["/payment", 500, "deposits"],
  // Here not even the root's loader works: it reads in one batch with the others.
  ["/dashboard/bookings/nope", 500, "bookings"],
  ["/quiz", 500, "sessions"],
  ["/identity", 500, "sessions"],
  ["/events", 500, "sessions"],
  ["/dashboard/bookings", 500, "sessions"],
] as const)("has a header and a footer at an error: %s, %i, without %s", async (...[path, status, table]) => {
  const found = await readErrorPage(await signUpDiner(club), path, table);
  expect(found.status).toBe(status);
  expect(countParts(found.page)).toEqual(oneOfEach);
  expect(readText(found.page)).toContain("Revolution of Friends Making");
});

test("an unexpected error leads to us, with the code that we look for", async () => {
  const { page } = await readErrorPage(await signUpDiner(club), "/quiz", "quiz_questions");
  expect(readText(page)).toMatch(/If it happens again, write to us and send us this code:\s[\w-]{8}\s/);
  expect(findLinks(page, "write to us")[0]?.getAttribute("href")).toBe("/contact");
});

test("a broken link from an email leads to the bookings, another address does not", async () => {
  const diner = await signUpDiner(club);
  const { page } = await readErrorPage(diner, "/bookings/none/cancel?until=1");
  expect(findLinks(page, "Go to Bookings")[0]?.getAttribute("href")).toBe("/dashboard/bookings");
  const other = await readErrorPage(diner, "/no-such-page");
  expect(findLinks(other.page, "Go to Bookings")).toEqual([]);
});
