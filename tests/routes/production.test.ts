import { expect, test } from "vitest";
import { openClub } from "../support/club.ts";

const club = openClub({ vars: { APP_ENV: "production" } });

test.each(["/dev/components", "/dev/components?_data=routes/dev.components"])(
  "%s is not there",
  async (path) => {
    expect((await club.fetch(path)).status).toBe(404);
  },
);
