import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { signUpDiner } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";

const club = openClub();

test("shows the start of the request id on the error page, and all of it in the header and in the log, which names no diner", async () => {
  const diner = await signUpDiner(club);
  await club.binding.exec("ALTER TABLE quiz_questions RENAME TO elsewhere");
  const response = await diner.get("/quiz");
  await club.binding.exec("ALTER TABLE elsewhere RENAME TO quiz_questions");
  expect(response.status).toBe(500);
  const id = response.headers.get("X-Request-Id") ?? "";
  expect(id).toMatch(/^[\w-]{16,}$/);
  expect(await readPageText(response)).toContain(`send us this code: ${id.slice(0, 8)}`);
  const errors = await club.takeLoggedErrors();
  expect(errors.join("\n")).toContain(id);
  expect(errors.join("\n")).not.toContain(diner.email);
  for (const line of errors) expect(JSON.parse(line)).toMatchObject({ level: "error", requestId: id });
});

test("sends a request id with a successful response without showing it on the page", async () => {
  const response = await club.fetch("/about");
  const id = response.headers.get("X-Request-Id") ?? "none";
  expect(id).not.toBe("none");
  expect(await response.text()).not.toContain(id);
});
