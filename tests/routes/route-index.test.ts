import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { parsePage, readHeading } from "#tests/support/html.ts";

const club = openClub();

test.each([
  ["/login", "Login · Öten"],
  ["/LogIn", "Login · Öten"],
  ["/%6cogin", "Login · Öten"],
  ["/events", "Select an Event · Öten"],
  ["/%45vents", "Select an Event · Öten"],
  ["/robots.txt", "Sitemap"],
])("finds the page of %s, in any spelling that Remix accepts", async (path, expected) => {
  const response = await club.fetch(path);
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(/<title>(.*?)<.title>/.exec(text)?.[1] ?? text).toContain(expected);
});

test.each([
  ...["/nothing", "/%", "/%ff", "/:id", "/*", "/constructor", "/__proto__", "/_site", "/event"],
  ...["/__manifest", "/__manifest?p=/", "/no/such/page", "/%E0%A4%A", "/index.php", "/.env", "/dev/nothing"],
])("answers %s with the not-found page", async (path) => {
  const response = await club.fetch(path, { headers: { Accept: "text/html" } });
  expect(response.status).toBe(404);
  expect(readHeading(await parsePage(response))).toBe("Page not found");
});

test.each([
  "/dashboard/settings",
  "/Dashboard/SETTINGS",
  "/%64ashboard/%73ettings",
  "/dashboard/bookings/new",
])("finds %s behind the sign-in, by its second segment too", async (path) => {
  expect((await club.fetch(path)).status).toBe(302);
});

test("answers with 404 where only longer paths have a page", async () => {
  expect((await club.fetch("/avatars")).status).toBe(404);
  expect((await club.fetch("/auth/nobody")).status).toBe(404);
  expect((await club.fetch("/dashboard/nothing")).status).toBe(404);
});
