import { expect, test } from "vitest";
import { password } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();

test.each(["/register", "/login", "/email-confirmed", "/forgot-password", "/reset-password", "/logout"])(
  "answers malformed and oversized forms at %s without a server error",
  async (path) => {
    const bodies: RequestInit[] = [
      { body: "" },
      { body: "%%%=%E0%A4%A&email[]=1" },
      { body: "{", headers: { "Content-Type": "application/json" } },
      { body: "--x\r\nbroken", headers: { "Content-Type": "multipart/form-data; boundary=x" } },
      {
        body: new URLSearchParams({
          email: "a".repeat(100_000),
          password: "b".repeat(100_000),
          token: "\u0000",
        }),
      },
      { body: new URLSearchParams({ email: "' OR 1=1 --@x.y", password, repeatPassword: password }) },
    ];
    for (const init of bodies) {
      const response = await club.fetch(path, { method: "POST", ...init });
      expect(response.status, JSON.stringify(init)).toBeLessThan(500);
      await response.body?.cancel();
    }
  },
);
