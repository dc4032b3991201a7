import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { firstOwnId } from "#app/models/quiz/edit-quiz.server.ts";
import { openClub } from "#tests/support/club.ts";
import { signUpDiner } from "#tests/support/events.ts";
import { parsePage, readHeading, readPageText } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";
import { loadAnswers, questionIds } from "#tests/support/quiz.ts";

const club = openClub();
const ops = connectOps(club);
const file = join(ops.folder, "quiz.toml");

const exportQuiz = async (): Promise<string> => {
  await ops.json("quiz", "export", file, "--force");
  return readFileSync(file, "utf8");
};
const importQuiz = (content: string | Buffer, ...args: string[]) => {
  writeFileSync(file, content);
  return ops.run("quiz", "import", file, ...args);
};
/** The text of one question in the file. */
const findQuestion = (content: string, id: number) =>
  content.split("\n[[question]]").find((part) => part.includes(`\nid = ${id}\n`)) ?? "";
const change = (content: string, id: number, from: string | RegExp, to: string) => {
  const before = findQuestion(content, id);
  expect(before).toMatch(from);
  return content.replace(before, before.replace(from, to));
};
const music = `[[question]]
question = "How loud may the music be?"
about = "food"
kind = "scale"
low = "Silence"
high = "A concert"
rule = "similar"
weight = 4
tells_of = "tastes"
says = ["like it quiet", "like it loud"]

`;
/** Puts it before the question with this id. */
const insertBefore = (content: string, id: number, added: string) => {
  const next = `[[question]]${findQuestion(content, id)}`;
  expect(content).toContain(next);
  return content.replace(next, added + next);
};

test("the exported file is read back without a change, and every question is in it", async () => {
  const content = await exportQuiz();
  expect([...content.matchAll(/^id = (\d+)$/gm)].map(([, id]) => Number(id))).toEqual(questionIds);
  const { code, out } = await importQuiz(content);
  expect([code, out]).toEqual([0, "The quiz is as the file says already.\n"]);
  expect(await ops.run("quiz", "export", file)).toMatchObject({ code: 4 });
  expect((await ops.run("quiz", "list")).out).toContain("How spicy do you like your food?");
});

test("a question of the club's own is asked of who finished the quiz, and an upgrade can bring one to the same place", async () => {
  const diner = await signUpDiner(club);
  const content = insertBefore(await exportQuiz(), 19, music);
  const dry = await importQuiz(content, "--dry-run");
  expect(dry.out).toContain(
    `New: “How loud may the music be?” (${firstOwnId}). 1 diner who finished the quiz is asked it; they keep their bookings meanwhile.`,
  );
  expect(dry.out).toContain("Would add 1, change 0 and retire 0 questions of the quiz. Nothing was changed.");
  const plain = await importQuiz(content);
  expect([plain.code, plain.err]).toEqual([4, expect.stringContaining("Add --yes to confirm.")]);
  expect((await importQuiz(content, "--yes")).code).toBe(0);
  expect((await importQuiz(content)).out).toBe("The quiz is as the file says already.\n");

  expect((await diner.get("/quiz")).headers.get("Location")).toBe(`/quiz?only=${firstOwnId}`);
  expect(readHeading(await parsePage(await diner.get(`/quiz?only=${firstOwnId}`)))).toBe(
    "How loud may the music be?",
  );
  await diner.post(`/quiz?only=${firstOwnId}`, { question: String(firstOwnId), answer: "7" });
  expect((await loadAnswers(club, diner.email))[firstOwnId]).toEqual([7]);

  const own = await club.binding
    .prepare("SELECT position FROM quiz_questions WHERE id = ?")
    .bind(firstOwnId)
    .first();
  await club.binding
    .prepare(
      "INSERT INTO quiz_questions (id, position, question, choices, category) VALUES (27, ?, 'Of a later version?', '[\"Yes\",\"No\"]', 'food')",
    )
    .bind(own?.position)
    .run();
  const after = [...(await exportQuiz()).matchAll(/^id = (\d+)$/gm)].map(([, id]) => Number(id));
  expect(after).toEqual(
    questionIds
      .flatMap((id) => (id === 19 ? [27, firstOwnId, id] : [id]))
      .filter((id, i, all) => all.indexOf(id) === i),
  );
  await club.binding.prepare("DELETE FROM quiz_questions WHERE id = 27").run();
});

test("the product's questions keep below the ids of a club's own", async () => {
  expect(Math.max(...questionIds)).toBeLessThan(firstOwnId);
});

test("words, weights, marks and the order of questions change, and nobody is asked again", async () => {
  const diner = await signUpDiner(club);
  await diner.post(`/quiz?only=${firstOwnId}`, { question: String(firstOwnId), answer: "3" });
  await diner.post("/quiz", { question: "17", answer: "2" });
  const before = await loadAnswers(club, diner.email);
  let content = await exportQuiz();
  content = change(content, 1, "weight = 6", "weight = 9");
  content = change(content, 17, '"We share everything"', '"Sharing"');
  content = change(content, 24, /company = .*/, 'company = ["A few years"]');
  const [one, two] = [findQuestion(content, 8), findQuestion(content, 9)];
  content = content.replace(one, "@").replace(two, one).replace("@", two);
  const { out } = await importQuiz(content, "--yes", "--dry-run");
  expect(out).toContain("weight 9, was 6");
  expect(out).toMatch(
    /Changed: “Your own plate, or sharing\?” \(17\): choices .+\. 1 diner answered it, and nobody is asked again\./,
  );
  expect(out).toContain('company ["A few years"], was ["I’m only visiting","Less than a year"]');
  expect(out).toContain("The order of the questions changes.");
  expect((await importQuiz(content, "--yes")).code).toBe(0);
  expect(await exportQuiz()).toBe(content);
  expect(await loadAnswers(club, diner.email)).toEqual(before);
  expect((await diner.get("/quiz")).headers.get("Location") ?? "").not.toContain("only=");
  expect((await ops.json("quiz", "list")).find(({ id }: { id: number }) => id === 24).company).toEqual([3]);
});

test("a retired question is asked of nobody and keeps its answers, and comes back with them", async () => {
  const diner = await signUpDiner(club);
  await diner.post("/quiz", { question: String(firstOwnId), answer: "3" });
  const before = await loadAnswers(club, diner.email);
  const content = await exportQuiz();
  const retired = change(content, 3, "kind =", 'asked = "never"\nkind =');
  expect((await importQuiz(retired, "--dry-run")).out).toMatch(
    /Retired: “What makes you laugh\?” \(3\)\. \d diners answered it: their answers stay, nobody else is asked it, and it counts for no table\./,
  );
  expect((await importQuiz(retired, "--yes")).code).toBe(0);
  expect((await importQuiz(await exportQuiz())).out).toBe("The quiz is as the file says already.\n");
  expect(await loadAnswers(club, diner.email)).toEqual(before);
  const { results } = await club.binding
    .prepare("SELECT rule, weight, asked FROM quiz_questions WHERE id = 3")
    .all();
  expect(results).toEqual([{ rule: "ignore", weight: 0, asked: "never" }]);
  expect((await importQuiz(content, "--yes")).code).toBe(0);
  expect(await exportQuiz()).toBe(content);
  expect(await loadAnswers(club, diner.email)).toEqual(before);
});

test("a question goes from the quiz to those for later and back, and the import says who can answer it", async () => {
  const finish = async () => {
    const diner = await signUpDiner(club);
    await diner.post(`/quiz?only=${firstOwnId}`, { question: String(firstOwnId), answer: "3" });
    return diner;
  };
  const diner = await finish();
  const content = await exportQuiz();
  const later = change(content, 9, "kind =", 'asked = "later"\nkind =');
  expect((await importQuiz(later, "--yes")).err).toContain("is asked later, so it needs optional = true.");
  const quieter = change(later, 9, 'asked = "later"', 'asked = "later"\noptional = true');
  const own = music
    .replace("may the music", "may a bell")
    .replace("rule", 'asked = "later"\noptional = true\nrule');
  const changed = insertBefore(quieter, 19, own);
  const { out } = await importQuiz(changed, "--dry-run");
  expect((await importQuiz(changed, "--yes")).code).toBe(0);
  expect(out).toMatch(/Changed: .*\(9\): asked “later”, was “always”; optional true, was false\./);
  expect(out).toMatch(
    /New: “How loud may a bell be\?” .* \d diners who finished the quiz can answer it when they like\./,
  );
  const newcomer = await finish();
  expect((await loadAnswers(club, newcomer.email))[9]).toBeUndefined();
  expect((await loadAnswers(club, diner.email))[9]).toEqual([1]);
  const settings = await diner.get("/dashboard/settings/answers");
  expect(await readPageText(settings)).toContain("7 more small questions for your table");
  expect((await importQuiz(content, "--yes")).code).toBe(0);
  expect((await newcomer.get("/quiz")).headers.get("Location")).toContain("only=9");
});

/** Of the first scale. */
const swapEnds = (content: string) =>
  content.replace(/\nlow = (.*)\nhigh = (.*)\n/, "\nlow = $2\nhigh = $1\n");

test("choices that differ only in their signs are different ones, and keep their places", async () => {
  const wine = `[[question]]
question = "What do you spend on a bottle of wine?"
about = "food"
kind = "one"
choices = ["€", "€€", "€€€"]
rule = "ignore"
weight = 0
optional = true
tells_of = "tastes"
`;
  const content = insertBefore(await exportQuiz(), 19, wine);
  expect((await importQuiz(content, "--yes")).code).toBe(0);
  await club.binding
    .prepare(
      `INSERT INTO user_answers (user_id, question_id, answer_ids)
        SELECT users.id, q.id, '[1]' FROM users, quiz_questions q WHERE q.question LIKE '%wine?' LIMIT 1`,
    )
    .run();
  const moved = await importQuiz((await exportQuiz()).replace('"€", "€€"', '"€€", "€"'), "--yes");
  expect([moved.code, moved.err]).toEqual([4, expect.stringContaining("at another place than before")]);
});

test("what would make stored answers mean something else is refused", async () => {
  await signUpDiner(club);
  const content = await exportQuiz();
  const before = await ops.hashRows();
  for (const [changed, sentence] of [
    [
      change(content, 17, /"My own plate", "Sharing"/, '"Sharing", "My own plate"'),
      "has “My own plate” at another place than before",
    ],
    [
      change(change(content, 6, /\s*"Enjoy the argument",?/, ""), 6, /\s*"enjoy a good argument",?/, ""),
      "has 4 choices and would have 3",
    ],
    [change(content, 1, 'kind = "one"', 'kind = "several"'), "is of another kind than before"],
    [
      change(content, 11, "kind =", 'asked = "never"\nkind ='),
      "is always asked: the club reads its answers as diet.",
    ],
    [
      change(content, 21, "kind =", 'asked = "later"\noptional = true\nkind ='),
      "is always asked: the club reads its answers as language.",
    ],
    [change(content, 22, "sensitive = true\n", ""), "was promised to stay from the table"],
    [swapEnds(content), "at another place than before, and"],
    [
      change(content, 16, "consent = true\n", ""),
      "needs the consent that it did not need before, or no longer",
    ],
  ] as const) {
    const { code, err } = await importQuiz(changed, "--yes");
    expect([code, err]).toEqual([code === 2 ? 2 : 4, expect.stringContaining(sentence)]);
  }
  expect(await ops.hashRows()).toBe(before);
});

test("hostile files are refused with a sentence that names the line or the question", async () => {
  const content = await exportQuiz();
  const before = await ops.hashRows();
  const own = music.replace("How loud", "How very loud");
  const line = content.split("\n").length;
  const count = content.split("\n[[question]]").length - 1;
  for (const [hostile, sentence] of [
    ["", "The file has no [[question]]."],
    ['question = "x"', "The file has no [[question]]."],
    ["a = 1\n", "The file has “a”, and only [[question]] is known."],
    ["[[question]]\nid = 1\nid = 2\n", "in line 3."],
    [`[[question]]\nquestion = "${"x".repeat(60_000)}`, "can’t be read: Invalid TOML document"],
    [`x = ${"[".repeat(60_000)}`, "can’t be read: Invalid TOML document"],
    [Buffer.from([0xff, 0xfe, 0, 0, 1]), "can’t be read"],
    ["x".repeat(300_000), "has more than 256 kB: this is no quiz."],
    [`[[question]]\n__proto__ = { a = 1 }\nconstructor = 3\n`, "Question 1 in line 1"],
    [
      content + own.replace('kind = "scale"', 'kind = "one"'),
      `Question ${count + 1} in line ${line}, “How very loud may the music be?”, needs two choices or more.`,
    ],
    [content + own.replace("weight = 4", 'weight = "4"'), "weight is a whole number from 0 to 10."],
    [content + own.replace("weight = 4", "weight = 4.5"), "weight is a whole number from 0 to 10."],
    [content + own.replace("weight = 4", "weihgt = 4"), "has no field weihgt."],
    [content + own.replace('about = "food"', "about = []"), "about is one of personality, food, identity."],
    [
      content + own.replace('"food"', `"food"\nhelp = "${"We promise. ".repeat(5_000)}"`),
      "help is longer than 300 characters.",
    ],
    [content + own.replace('"food"', '"food"\nid = 5'), "has the id 5, as another one has."],
    [
      content + own.replace('"food"', '"food"\nid = 27'),
      "has the id 27, which this club doesn’t know: leave the id out of a new question.",
    ],
    [content + own.replace('"food"', '"food"\nid = 1e9'), "id is a whole number from 1 to 99999."],
    [content + music, "“How loud may the music be?”, is in the file twice."],
    [
      content + own.replace(/kind[\s\S]*?rule/, 'kind = "one"\nchoices = ["A", "a"]\nrule'),
      "has the choice “a” twice.",
    ],
    [content + own.replace("says = [", 'says = ["x", '), "says 3 things, and needs 2 or none."],
    [
      content +
        Array.from({ length: 5 }, (_, i) =>
          own
            .replace("very", `${i}`)
            .replace(/kind[\s\S]*?rule/, 'kind = "one"\nchoices = ["A", "B"]\ncompany = ["A"]\nrule')
            .replace(/says.*/, ""),
        ).join(""),
      "No more than 8 questions can have choices for company.",
    ],
    [
      content.replace(
        /(question = "What do you drink[\s\S]*?company = .*)/,
        '$1\ncompany_says = { "No alcohol" = "doesn’t drink" }',
      ),
      "tells somebody else of an answer that needs consent: empty company_says.",
    ],
    [
      content + own.replace('"tastes"', '"health"'),
      "tells of health, so it needs sensitive = true and consent = true.",
    ],
    [
      content + Array.from({ length: 90 }, (_, i) => own.replace("very", `${i}`)).join(""),
      "A quiz has at most 100 questions.",
    ],
  ] as const) {
    const { code, out, err } = await importQuiz(hostile, "--yes");
    expect([code, out, err]).toEqual([2, "", expect.stringContaining(sentence)]);
    expect(err.length).toBeLessThan(600);
  }
  expect((await ops.run("quiz", "import", join(ops.folder, "none.toml"))).err).toContain(
    "there is no such file",
  );
  expect((await ops.run("quiz", "import", "quiz.json")).err).toContain("whose name ends in .toml");
  expect(await ops.hashRows()).toBe(before);
});

test("two imports at once add a question once", async () => {
  const content = `${await exportQuiz()}${music.replace("How loud", "How soft")}`;
  writeFileSync(file, content);
  const results = await Promise.all([1, 2].map(() => ops.run("quiz", "import", file, "--yes")));
  expect(results.map(({ code }) => code).sort()).toEqual(
    results.some(({ code }) => code === 4) ? [0, 4] : [0, 0],
  );
  const { count } = (await club.binding
    .prepare("SELECT count(*) AS count FROM quiz_questions WHERE question LIKE 'How soft%'")
    .first<{ count: number }>()) ?? { count: 0 };
  expect(count).toBe(1);
});
