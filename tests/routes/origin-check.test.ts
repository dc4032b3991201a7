import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";

const club = openClub();

interface Route {
  id: string;
  parentId?: string;
  path?: string;
  module: { action?: unknown };
}

/** Read off the build, so that a route that comes tomorrow is asked too. */
const { routes } = (await import("../../build/server/index.js" as string)) as {
  routes: Record<string, Route>;
};

const pathOf = ({ path = "", parentId }: Route): string => {
  const parent = parentId ? routes[parentId] : undefined;
  return `${parent ? pathOf(parent) : ""}/${path}`.replace(/\/+/g, "/");
};

/** Posted to by servers, which prove themselves in another way. */
const betweenServers = ["/dev/google/token", "/unsubscribe", "/webhooks/stripe"];

const mutating = Object.values(routes)
  .filter((route) => route.module.action)
  .map((route) => pathOf(route).replace("*", "anything"))
  .filter((path) => !betweenServers.includes(path));

test("the routes that change something are known", () => {
  expect(mutating).toEqual(expect.arrayContaining(["/login", "/register", "/logout", "/auth/google"]));
});

test.each(mutating)("%s refuses whatever does not come from our own pages", async (path) => {
  const strangers: Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
    { "Sec-Fetch-Site": "same-site", Origin: "https://blog.oten.example" },
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "same-origin", Origin: "null" },
    {},
  ];
  for (const headers of strangers) {
    for (const address of [path, `${path}?_data=routes/_site`]) {
      const answer = await fetch(club.url + address, { method: "POST", headers, redirect: "manual" });
      expect(answer.status, JSON.stringify(headers)).toBe(403);
    }
  }
});
