import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { deskVars, playAccess } from "#tests/support/desk.ts";
import { addTestVenues } from "#tests/support/events.ts";
import { parsePage, readText } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: deskVars });
const ops = connectOps(club);
const access = playAccess();

const addVenue = (name: string, ...more: string[]) => [
  ...["venue", "add", "--name", name, "--address", "Ráday utca 31", "--tables", "3", "--price", "2"],
  ...more,
];

test("a venue has an email, a language, its own table numbers, what its sheet says, and notes", async () => {
  await addTestVenues(club, []);
  const { id } = await ops.json(
    ...addVenue("Kis Kakukk", "--email", "kakukk@venue.example", "--table-numbers", " 12, 14 ,T3,"),
  );
  expect(await ops.json("venue", "show", id)).toMatchObject({
    email: "kakukk@venue.example",
    language: "en",
    tableNumbers: ["12", "14", "T3"],
    sheetFacts: ["diets", "allergies", "steps"],
    notes: null,
  });
  const edit = (...changes: string[]) => ops.run("venue", "edit", id, ...changes);
  expect((await edit("--notes", "The bell is on the left.", "--language", "HU")).code).toBe(0);
  expect((await edit("--facts", "steps", "diets", "--table-numbers", "T3, 12")).code).toBe(0);
  const { out } = await ops.run("venue", "show", "Kis Kakukk");
  expect(out).toMatch(/Email +kakukk@venue\.example/);
  expect(out).toMatch(/Language +hu\b/);
  expect(out).toMatch(/Its table numbers +T3, 12/);
  expect(out).toMatch(/Its sheet says +diets, steps/);
  expect(out).toMatch(/Notes +The bell is on the left\./);
  const before = await ops.hashRows();
  for (const [option, typed] of [
    ["--email", "nowhere"],
    ["--email", `${"x".repeat(200)}@venue.example`],
    ["--language", "no such language"],
    ["--language", "xx-"],
    ["--table-numbers", "12, 12"],
    ["--table-numbers", `${"1".repeat(13)}, 2`],
    ["--table-numbers", Array.from({ length: 201 }, (_, i) => i).join()],
    ["--facts", "names"],
    ["--notes", "x".repeat(501)],
  ] as const) {
    const { code, err } = await edit(option, typed);
    expect([option, typed.slice(0, 20), code]).toEqual([option, typed.slice(0, 20), 2]);
    expect(err).toContain(option);
  }
  expect(await ops.hashRows()).toBe(before);
  expect((await edit("--no-email", "--no-notes", "--no-table-numbers", "--no-facts")).code).toBe(0);
  expect(await ops.json("venue", "show", id)).toMatchObject({
    email: null,
    notes: null,
    tableNumbers: [],
    sheetFacts: [],
  });
});

test("the desk's form has what a venue has, and saves another order of its tables", async () => {
  const { id } = await ops.json(...addVenue("Malomkert", "--table-numbers", "1, 2", "--facts", "diets"));
  const headers = await access.headersOf("anna");
  const path = `/desk/do/venue/edit?venue=${id}`;
  const page = await parsePage(await club.fetch(path, { headers }));
  const text = readText(page);
  for (const label of ["Email", "Language", "Table numbers", "Facts", "Notes"]) expect(text).toContain(label);
  expect(page.querySelector("[name=tableNumbers]")?.getAttribute("value")).toBe("1, 2");
  const body = new URLSearchParams({ venue: id, tableNumbers: "2, 1", "was-tableNumbers": "1, 2" });
  const saved = await club.fetch(path, { method: "POST", headers, body });
  expect(readText(await parsePage(saved))).toContain("2, 1");
});
