import { expect, test } from "vitest";
import { bookThroughCrashes } from "#tests/support/crash.ts";

test("a club that is killed during bookings loses no acknowledged booking and keeps bookings and emails together", async () => {
  const { acknowledged, lost, torn, kills } = await bookThroughCrashes({ writes: 600, kills: 2 });
  expect({ acknowledged, lost, torn, kills }).toEqual({ acknowledged: 600, lost: 0, torn: 0, kills: 2 });
}, 90_000);
