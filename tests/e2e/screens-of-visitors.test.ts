import { expect, test } from "vitest";
import { checkScreens } from "#tests/screens/check-screens.ts";
import { screenLists } from "#tests/screens/screens.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { findTableErrors, routes } from "#tests/support/routes.ts";

const visit = openBrowser();

test("the lists of screens show every page of the build", () => {
  const listed = Object.values(screenLists).flatMap((lists) => lists.flatMap(({ routes }) => routes));
  const pages = routes.filter(({ isPage, isLayout }) => isPage && !isLayout).map(({ path }) => path);
  expect(findTableErrors([...new Set(listed)], pages, "a list of tests/screens")).toEqual([]);
});

test.each(["visitors", "newClub"] as const)(
  "nothing is wrong on the screens of %s",
  async (name) => {
    expect(await checkScreens(visit, name)).toEqual([]);
  },
  300_000,
);
