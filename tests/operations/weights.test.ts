import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { usualPoints } from "#app/matching/terms/diner-terms.ts";
import { openClub } from "#tests/support/club.ts";
import { signUpDiner } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";
import { answerConsent } from "#tests/support/quiz.ts";

const club = openClub();
const ops = connectOps(club);

test("ops weights shows the terms in words, sets each within its limits, and says how to undo it", async () => {
  const { out } = await ops.run("weights");
  expect(out).toMatch(
    new RegExp(
      `\ncompany +${usualPoints.company} +lost for each marked answer that only one at a table gave`,
    ),
  );
  expect(out).toMatch(/\n16 +What do you drink with dinner\? +“No alcohol”\n/);
  const before = await ops.hashRows();
  for (const [args, code] of [
    [["company", "20.1"], 2],
    [["company", "-1"], 2],
    [["company", "1e3"], 2],
    [["company", "2.555"], 2],
    [["near-years", "0"], 2],
    [["near-years", "1.5"], 2],
    [["near-years", "101"], 2],
    [["beauty", "1"], 2],
    [["company"], 2],
  ] as const)
    expect((await ops.run("weights", "set", ...args)).code, args.join(" ")).toBe(code);
  expect((await ops.run("weights", "set", "company", "0", "--dry-run")).out).toContain(
    `set company from ${usualPoints.company} to 0 points: lost for each marked answer`,
  );
  expect(await ops.hashRows()).toBe(before);
  for (const [term, value, old] of [
    ["company", "20", usualPoints.company],
    ["age", "0", usualPoints.age.alone],
    ["near-years", "100", usualPoints.age.nearYears],
    ["wide", "0.25", usualPoints.age.wide],
    ["wide-years", "1", usualPoints.age.wideYears],
    ["talker", "2", usualPoints.talker.missing],
    ["wish", "0", usualPoints.wish],
  ] as const) {
    expect((await ops.run("weights", "set", term, value)).out).toContain(
      `To undo it, run weights set ${term} ${old}.`,
    );
    expect((await ops.json("weights")).terms[term]).toBe(Number(value));
    await ops.run("weights", "set", term, String(old));
  }
  expect(await ops.hashRows()).toBe(before);
});

const mark = (id: number, company: number[] | "all") =>
  club.db.run(sql`UPDATE quiz_questions SET company = ${JSON.stringify(company)} WHERE id = ${id}`);

test("the quiz promises what is in force, and asks for the gender only where that counts", async () => {
  const diner = await signUpDiner(club);
  await answerConsent(club, diner.cookie, "yes");
  const read = async (question: number) => readPageText(await diner.get(`/quiz?question=${question}`));
  const isAsked = async () => (await read(26)).includes("What’s your gender?");
  expect(await read(16)).toContain("We try not to seat anybody as the only one who answers “No alcohol”.");
  expect(await read(19)).toContain("We try to seat you with somebody at most 10 years older or younger.");
  expect(await read(26)).toContain(
    "We try not to seat anybody as the only one who answers “Woman”, “Man” or “Another word”.",
  );
  await ops.run("weights", "set", "near-years", "7");
  expect(await read(19)).toContain("at most 7 years older");
  await mark(20, "all");
  expect(await read(20)).toContain("We try not to seat anybody as the only one from their country.");
  await mark(16, []);
  expect(await read(16)).not.toContain("We try");
  await mark(26, []);
  // Who has answered it can still see, change and skip it.
  expect(await isAsked()).toBe(true);
  expect(await readPageText(await diner.get("/dashboard/settings/answers"))).toContain("What’s your gender?");
  await club.db.run(sql`DELETE FROM user_answers WHERE question_id = 26`);
  expect(await isAsked()).toBe(false);
  await mark(26, [1, 2]);
  expect(await read(26)).toContain("who answers “Woman” or “Man”.");
  await ops.run("weights", "set", "age", "0");
  expect(await read(19)).not.toContain("We try");
  await ops.run("weights", "set", "company", "0");
  // Nobody is sent to a question that is not asked.
  await club.db.run(sql`DELETE FROM user_answers WHERE question_id = 26`);
  await club.db.run(sql`UPDATE quiz_questions SET optional = 0 WHERE id = 26`);
  expect((await diner.get("/dashboard/settings")).status).toBe(200);
  expect(await readPageText(await diner.get("/dashboard/settings"))).not.toContain("new question");
  await club.db.run(sql`UPDATE quiz_questions SET optional = 1 WHERE id = 26`);
  for (const question of [20, 22, 24]) expect(await read(question)).not.toContain("We try");
  expect(await read(23)).toContain("people with different jobs have more to tell each other");
  expect(await isAsked()).toBe(false);
});
