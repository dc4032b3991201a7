import { execFileSync } from "node:child_process";
import {
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeOutput } from "#app/operations/files.ts";
import { openClub } from "#tests/support/club.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);
const pathOf = (name: string) => join(ops.folder, name);
const read = (file: string) => readFileSync(file, "utf8");
const preview = (file: string, ...options: string[]) =>
  ops.run("email", "preview", "reminder", "--html", file, ...options);
const done = (file: string) => ({ code: 0, err: "", out: `Wrote ${file}.\n` });
const page = /^<!doctype html>/i;
const listParts = () => readdirSync(ops.folder).filter((name) => name.includes(".part"));

test("every command that writes a file replaces one only with --force, and then whole", async () => {
  const email = "anna@oten.example";
  await club.binding
    .prepare(
      "INSERT INTO users (id, email, first_name, last_name, user_name, created_at) VALUES ('1', ?, 'Anna', 'Kiss', 'Anna Kiss', 0)",
    )
    .bind(email)
    .run();
  await club.binding.prepare("INSERT INTO profiles (id, first_name) VALUES ('1', 'Anna')").run();
  const commands = {
    "report.html": (file: string) => ["report", file, "--sample"],
    "club.oten": (file: string) => ["backup", file],
    "anna.json": (file: string) => ["user", "export", email, "--to", file],
    "reminder.html": (file: string) => ["email", "preview", "reminder", "--html", file],
  };
  for (const [name, command] of Object.entries(commands)) {
    const file = pathOf(name);
    writeFileSync(file, "mine");
    expect(await ops.run(...command(file))).toEqual(
      failure(4, `${file} already exists: choose another name, or add --force to replace it.`),
    );
    expect(read(file)).toBe("mine");
    const { ino } = statSync(file);
    expect(await ops.run(...command(file), "--force")).toMatchObject({ code: 0, err: "" });
    expect(read(file).length, name).toBeGreaterThan(200);
    expect(statSync(file).ino, "whole, as another file").not.toBe(ino);
    expect(await ops.run(...command(pathOf(`new-${name}`)))).toMatchObject({ code: 0, err: "" });
  }
  for (const name of ["club.oten", "anna.json"]) expect(statSync(pathOf(name)).mode & 0o777).toBe(0o600);
  expect(listParts()).toEqual([]);
});

test("a link stays, and the file that it leads to is replaced with --force", async () => {
  const [file, link] = [pathOf("linked.html"), pathOf("link.html")];
  writeFileSync(file, "mine", { mode: 0o640 });
  symlinkSync("linked.html", link);
  expect(await preview(link)).toEqual(
    failure(4, `${link} already exists: choose another name, or add --force to replace it.`),
  );
  expect(await preview(link, "--force")).toEqual(done(link));
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(read(file)).toMatch(page);
  expect(statSync(file).mode & 0o777, "as private as before").toBe(0o640);
});

test("a link to a file that is not there is refused", async () => {
  const link = pathOf("dangling.html");
  symlinkSync("not-there.html", link);
  for (const options of [[], ["--force"]])
    expect(await preview(link, ...options)).toEqual(
      failure(2, `${link} can’t be written: it is a link to a file that is not there.`),
    );
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readdirSync(ops.folder)).not.toContain("not-there.html");
});

test("a device is written into, and stays one", async () => {
  symlinkSync("/dev/null", pathOf("null"));
  for (const file of ["/dev/null", pathOf("null")])
    for (const options of [[], ["--force"]]) {
      expect(await preview(file, ...options)).toEqual(done(file));
      expect(await ops.run("report", file, "--sample", ...options)).toMatchObject({ code: 0, err: "" });
      expect(await ops.run("backup", file, ...options)).toMatchObject({ code: 0, err: "" });
    }
  expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
  expect(lstatSync(pathOf("null")).isSymbolicLink()).toBe(true);
});

test("a pipe is written into, and refused where nobody reads it", async () => {
  const pipe = pathOf("pipe");
  execFileSync("mkfifo", [pipe]);
  expect(await preview(pipe)).toEqual(failure(2, `${pipe} can’t be written: nobody reads from it.`));
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  expect(await preview(pipe)).toEqual(done(pipe));
  const buffer = Buffer.alloc(65_536);
  expect(buffer.toString("utf8", 0, readSync(reader, buffer))).toMatch(page);
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});

test("a folder is refused, and so is what is neither a file nor a pipe", async () => {
  mkdirSync(pathOf("folder"));
  const server = createServer().listen(pathOf("socket"));
  for (const options of [[], ["--force"]]) {
    expect(await preview(pathOf("folder"), ...options)).toEqual(
      failure(2, `${pathOf("folder")} can’t be written: it is a folder.`),
    );
    expect(await preview(pathOf("socket"), ...options)).toEqual(
      failure(2, `${pathOf("socket")} can’t be written: it is neither a file nor a pipe.`),
    );
  }
  server.close();
});

test("a full disk is named", async () => {
  expect(await preview("/dev/full")).toEqual(failure(1, "/dev/full can’t be written: its disk is full."));
});

test("a file stays as it is where it can’t be written to the end, or its folder can’t be written to", async () => {
  mkdirSync(pathOf("locked"));
  const file = pathOf("locked/mine.html");
  const write = (append: (text: string) => void) => {
    append("half");
    throw new Error("Something fails.");
  };
  writeFileSync(file, "mine");
  await expect(writeOutput(file, write, { force: true })).rejects.toThrow("Something fails.");
  await expect(writeOutput(pathOf("locked/new.html"), write)).rejects.toThrow("Something fails.");
  const isRoot = process.getuid?.() === 0;
  chmodSync(pathOf("locked"), 0o555);
  // Root may write everywhere.
  if (isRoot) process.seteuid?.(65_534);
  const refused = writeOutput(file, (append) => append("new"), { force: true });
  await expect(refused).rejects.toThrow(`${file} can’t be written: permission is denied.`);
  if (isRoot) process.seteuid?.(0);
  expect(readdirSync(pathOf("locked"))).toEqual(["mine.html"]);
  expect(read(file)).toBe("mine");
  chmodSync(pathOf("locked"), 0o755);
});

test("a file that comes while another is written is not replaced", async () => {
  const file = pathOf("late.html");
  const late = writeOutput(file, (append) => {
    append("new");
    writeFileSync(file, "mine");
  });
  await expect(late).rejects.toThrow("already exists");
  expect(read(file)).toBe("mine");
  expect(listParts()).toEqual([]);
});
