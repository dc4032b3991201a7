import { expect, test } from "vitest";
import { checkScreens } from "#tests/screens/check-screens.ts";
import { openBrowser } from "#tests/support/browser.ts";

const visit = openBrowser();

test("nothing is wrong on the screens of evenings", async () => {
  expect(await checkScreens(visit, "evenings")).toEqual([]);
});
