import { expect, test } from "vitest";
import { killClubWhileBooking } from "#tests/support/crash.ts";

test("a club that is killed during bookings loses no acknowledged booking and keeps bookings and emails together", async () => {
  const { acknowledged, lost, halfWritten, kills } = await killClubWhileBooking({ writes: 600, kills: 2 });
  expect({ acknowledged, lost, halfWritten, kills }).toEqual({
    acknowledged: 600,
    lost: 0,
    halfWritten: 0,
    kills: 2,
  });
});
