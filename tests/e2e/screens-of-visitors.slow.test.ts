import { expect, test } from "vitest";
import { checkScreens } from "#tests/screens/check-screens.ts";
import { screenLists } from "#tests/screens/screens.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { findTableErrors, routes } from "#tests/support/routes.ts";

const visit = openBrowser();

test("the lists of screens show every page of the build", () => {
  const listed = new Set(
    Object.values(screenLists).flatMap((lists) => lists.flatMap(({ routes }) => routes)),
  );
  // A page can also be around others.
  const pages = routes.filter(({ isPage, isLayout, path }) => isPage && (!isLayout || listed.has(path)));
  const paths = new Set(pages.map(({ path }) => path));
  expect(findTableErrors([...listed], [...paths], "a list of tests/screens")).toEqual([]);
});

test.each(["visitors", "newClub"] as const)("nothing is wrong on the screens of %s", async (name) => {
  expect(await checkScreens(visit, name)).toEqual([]);
});
