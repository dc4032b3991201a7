import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";

const club = openClub();

/** Each address in a spelling the framework takes for the same, and what only its own page says. */
test.each([
  ["/login", "Login · Öten"],
  ["/LogIn", "Login · Öten"],
  ["/%6cogin", "Login · Öten"],
  ["/events", "Select an Event · Öten"],
  ["/%45vents", "Select an Event · Öten"],
  ["/robots.txt", "Sitemap"],
])("%s is found under its first word", async (path, words) => {
  const answer = await club.fetch(path);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(/<title>(.*?)<.title>/.exec(text)?.[1] ?? text).toContain(words);
});

test.each(["/nothing", "/%", "/%ff", "/:id", "/*", "/constructor", "/__proto__", "/_site", "/event"])(
  "%s is under no word, and not found",
  async (path) => {
    const answer = await club.fetch(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("Page not found");
  },
);

test("a word without a page of its own is not found either, whatever stands under it", async () => {
  expect((await club.fetch("/avatars")).status).toBe(404);
  expect((await club.fetch("/auth/nobody")).status).toBe(404);
});
