import { expect, test } from "vitest";
import { checkScreens } from "#tests/screens/check-screens.ts";
import { openBrowser } from "#tests/support/browser.ts";

const visit = openBrowser();

test.each(["quiz", "bookings", "evenings"] as const)(
  "nothing is wrong on the screens of %s",
  async (name) => {
    expect(await checkScreens(visit, name)).toEqual([]);
  },
  300_000,
);
