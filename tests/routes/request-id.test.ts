import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { newDiner } from "#tests/support/events.ts";

const club = openClub();

test("a fault of ours has one name: on the page, in the answer's head and in the log, which holds nothing personal", async () => {
  const diner = await newDiner(club);
  await club.binding.exec("ALTER TABLE quiz_questions RENAME TO elsewhere");
  const answer = await diner.get("/quiz");
  await club.binding.exec("ALTER TABLE elsewhere RENAME TO quiz_questions");
  expect(answer.status).toBe(500);
  const id = answer.headers.get("X-Request-Id") ?? "";
  expect(id).toMatch(/^[\w-]{16,}$/);
  expect(await answer.text()).toContain(id);
  let faults: string[] = [];
  await expect
    .poll(() => {
      faults = [...faults, ...club.takeFaults()];
      return faults.join("\n");
    })
    .toContain(id);
  expect(faults.join("\n")).not.toContain(diner.email);
  for (const line of faults) expect(JSON.parse(line)).toMatchObject({ level: "error", requestId: id });
});

test("an answer without fault is named too, and its page says nothing of it", async () => {
  const answer = await club.fetch("/about");
  const id = answer.headers.get("X-Request-Id") ?? "none";
  expect(id).not.toBe("none");
  expect(await answer.text()).not.toContain(id);
});
