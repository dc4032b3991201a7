import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";

const club = openClub();

interface Route {
  id: string;
  parentId?: string;
  path?: string;
  module: { action?: unknown };
}

/** Read from the build, so that new routes are tested too. */
const { routes } = (await import("../../build/server/index.js" as string)) as {
  routes: Record<string, Route>;
};

const joinPath = ({ path = "", parentId }: Route): string => {
  const parent = parentId ? routes[parentId] : undefined;
  return `${parent ? joinPath(parent) : ""}/${path}`.replace(/\/+/g, "/");
};

/** Called by servers, which authenticate in other ways. */
const serverToServerPaths = ["/dev/google/token", "/unsubscribe", "/webhooks/stripe"];

const postPaths = Object.values(routes)
  .filter((route) => route.module.action)
  .map((route) => joinPath(route).replace("*", "anything"))
  .filter((path) => !serverToServerPaths.includes(path));

test("finds the routes with actions in the build", () => {
  expect(postPaths).toEqual(expect.arrayContaining(["/login", "/register", "/logout", "/auth/google"]));
});

test.each(postPaths)("refuses a POST to %s from any other site", async (path) => {
  const foreignHeaders: Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
    { "Sec-Fetch-Site": "same-site", Origin: "https://blog.oten.example" },
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "same-origin", Origin: "null" },
    {},
  ];
  for (const headers of foreignHeaders) {
    for (const address of [path, `${path}?_data=routes/_site`]) {
      const response = await fetch(club.url + address, { method: "POST", headers, redirect: "manual" });
      expect(response.status, JSON.stringify(headers)).toBe(403);
    }
  }
});
