import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleOps } from "#app/cli/bundle-ops.mjs";
import { node, root } from "#app/cli/project.mjs";
import { openClub } from "#tests/support/club.ts";
import { insertDinersWithAnswers } from "#tests/support/events.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);

const groupCommands = [
  ["city", "add", "list", "edit", "remove"],
  ["event", "add", "list", "show", "edit", "venues", "close", "cancel"],
  ["venue", "add", "list", "edit", "remove"],
  ["schedule", "add", "list", "edit", "end"],
  ["booking", "list", "confirm", "cancel"],
  ["match", "preview", "run", "show", "export"],
  ["table", "show", "close"],
  ["host-link", "create", "list", "revoke"],
  ["attendance", "record", "contests"],
  ["avoid", "add", "list", "remove"],
  ["deposit", "list", "refund"],
  ["outbox", "list", "retry", "drop"],
  ["user", "show", "export", "erase"],
  ["job", "run", "list", "retry"],
  ["email", "preview"],
].flatMap(([group = "", ...names]) => names.map((name) => [group, name]));

test("the help of every command has an example", async () => {
  await bundleOps();
  for (const command of [...groupCommands, ["sheet"], ["stats"], ["demo"], ["backup"], ["restore"]]) {
    const { code, out } = await ops.run(...command, "--help");
    expect(code, command.join(" ")).toBe(0);
    expect(out).toContain(`Example:\n  npm run -s ops -- ${command.join(" ")}`);
    expect(out).toContain("--json");
  }
});

test("wrong usage prints one sentence and changes nothing", async () => {
  const before = await ops.hashRows();
  for (const [args, sentence] of [
    [["evnt"], "Unknown command 'evnt'. Use --help to see what is possible."],
    [["event", "list", "--colour"], "Unknown option '--colour'. Use --help to see what is possible."],
    [["user", "show"], "Missing required argument 'user'. Use --help to see what is possible."],
    [["event", "add"], "--at is missing."],
    [
      ["venue", "add", "--name", "Kakukk"],
      "--address is missing.\n--tables is missing.\n--price is missing.",
    ],
    [["city", "edit", " "], "city is empty."],
    [["demo"], "Name how many with --diners, or use --tonight."],
    [
      ["event", "venues", "x", "--add", "a=1", "--add", "b=2"],
      "--add is given more than once. Use --help to see what is possible.",
    ],
    [
      ["venue", "edit", "x", "--no-phone", "--phone", "+36 1 234 5678"],
      "--phone is given more than once. Use --help to see what is possible.",
    ],
    [["demo", "--diners", "-1"], "--diners is a whole number from 1 to 5000."],
    [["booking", "list", "x".repeat(200)], "event is too long for an id."],
  ] as const) {
    expect(await ops.run(...args)).toEqual(failure(2, sentence));
  }
  expect(await ops.hashRows()).toBe(before);
  expect(existsSync(join(ops.folder, "v3"))).toBe(false);
});

test("stays quiet where nobody reads the output anymore", async () => {
  const { status, stderr } = spawnSync(
    "bash",
    ["-c", `"${node}" app/cli/ops.mjs --help | true; exit "\${PIPESTATUS[0]}"`],
    { cwd: root, encoding: "utf8" },
  );
  expect([status, stderr]).toEqual([0, ""]);
});

test("what was typed and what is stored is never printed raw", async () => {
  const hostile = "\u001b[31m\u009b\u202e";
  const escaped = "\\u001b[31m\\u009b\\u202e";
  expect(await ops.run(`evnt${hostile}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`evnt${escaped}`),
  });
  expect(await ops.run("user", "show", `${hostile}@x.y`)).toEqual(
    failure(3, `There is no user ${escaped}@x.y: type the whole email address, or the id.`),
  );
  const [userId = ""] = await insertDinersWithAnswers(club, 1);
  await club.binding.prepare("UPDATE users SET first_name = ? WHERE id = ?").bind(hostile, userId).run();
  const { code, out } = await ops.run("user", "show", userId);
  expect([code, out.includes(`${escaped} `), out.includes("\u009b")]).toEqual([0, true, false]);
  const json = await ops.run("user", "show", userId, "--json");
  expect(json.out).toContain(escaped);
  expect(JSON.parse(json.out)).toMatchObject({ firstName: hostile });
});

test("what can’t be undone is done only when the operator types yes", async () => {
  const [userId = ""] = await insertDinersWithAnswers(club, 1);
  const erase = ["user", "erase", userId];
  const before = await ops.hashRows();
  for (const answer of ["", "y", "no"]) {
    const { code, out, err } = await ops.runAndAnswer(answer, ...erase);
    expect([code, out]).toEqual([4, ""]);
    expect(err).toMatch(
      /^This will erase .+\. It can’t be undone\. Type yes to continue: \nNothing was changed(: what can’t be undone needs the whole word, yes)?\.\n$/,
    );
  }
  expect(await ops.runAndAnswer("yes", ...erase, "--json")).toMatchObject({ code: 4, out: "" });
  expect(await ops.hashRows()).toBe(before);
  expect(await ops.runAndAnswer(" Yes\n", ...erase)).toMatchObject({ code: 0, out: `Erased ${userId}.\n` });
});
