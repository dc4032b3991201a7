import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cities } from "#app/db/schema/city.ts";
import { previewNames } from "#app/emails/previews.ts";
import { openClub } from "#tests/support/club.ts";
import { addTestVenues } from "#tests/support/events.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club, { CONTACT_EMAIL: "hello@mesa.example" } as Partial<Env>);

test("parked emails are listed, retried or deleted", async () => {
  const insertParked = (id: string) =>
    club.binding
      .prepare(
        "INSERT INTO outbox (id, kind, \"to\", priority, data, created_at, due_at, expires_at, parked_at, last_error) VALUES (?, 'password-changed', 'a@x.y', 0, '{}', 1, 1, 9e15, 2, '422 no')",
      )
      .bind(id)
      .run();
  await insertParked("email-one");
  await insertParked("email-two");
  expect(await ops.json("outbox", "list", "--state", "parked")).toMatchObject([
    { state: "parked", attempts: 0, lastError: "422 no" },
    { state: "parked" },
  ]);
  expect((await ops.run("outbox", "list", "--state", "parked", "--limit", "2")).out).not.toContain("more");
  expect((await ops.run("outbox", "list", "--state", "parked", "--limit", "1")).out).toMatch(
    /^\S*id .*\nemail-\w+ .*\nThere are more than 1: --limit lists more\.\n$/,
  );
  expect((await ops.run("outbox", "list", "--state", "lost")).code).toBe(2);
  const before = await ops.hashRows();
  expect((await ops.run("outbox", "retry", "--parked", "--dry-run")).out).toContain("2 emails");
  expect((await ops.run("outbox", "retry")).code).toBe(2);
  expect((await ops.run("outbox", "drop", "email-")).code).toBe(4);
  expect((await ops.run("outbox", "drop", "email-one", "--dry-run")).code).toBe(0);
  expect(await ops.hashRows()).toBe(before);
  expect((await ops.run("outbox", "drop", "email-one", "--yes")).code).toBe(0);
  expect(await ops.json("outbox", "retry", "--parked")).toEqual({ retried: 1 });
  const { out } = await ops.run("job", "run", "sendEmails");
  expect(out).toBe(
    "Ran sendEmails. Due: 1 email to send (only shown at /dev/outbox, without RESEND_API_KEY).\n",
  );
  expect(await ops.run("outbox", "retry", "--parked")).toEqual(failure(4, "There are no parked emails."));
  const [sent] = await ops.json("outbox", "list", "--state", "sent", "--limit", "1");
  expect((await ops.run("outbox", "drop", sent.id, "--yes")).code).toBe(4);
});

test("a preview names a restaurant, a city and the addresses of this club", async () => {
  await addTestVenues(club, ["mesa-cinco"]);
  const { text } = await ops.json("email", "preview", "reminder");
  for (const own of ["mesa-cinco", "hello@mesa.example"]) expect(text).toContain(own);
  expect(text).not.toMatch(/Kis Kakukk|Ráday|hello@club\.example|555 01/);
  await club.db.update(cities).set({ currency: "eur", deposit: 0 });
  const free = await ops.json("email", "preview", "canceled-by-club");
  expect(free.text).toContain("It costs you nothing.");
  for (const name of previewNames) {
    const preview = await ops.json("email", "preview", name);
    expect(preview.text, name).not.toContain("HUF");
  }
});

test("email preview shows every email", async () => {
  const names: string[] = await ops.json("email", "preview");
  expect(names).toEqual(previewNames);
  const previews = await Promise.all(names.map((name) => ops.json("email", "preview", name)));
  for (const [i, { text, html, subject }] of previews.entries()) {
    // Some subjects add names that the text says below.
    const [title = ""] = text.split("\n");
    expect(subject === title || subject.startsWith(`${title}: `), `${names[i]}: ${subject}`).toBe(true);
    expect(`${text}${html}`, names[i]).not.toMatch(/undefined|null|\[object/);
  }
  const file = join(ops.folder, "email.html");
  expect((await ops.run("email", "preview", "reminder", "--html", file)).code).toBe(0);
  expect(readFileSync(file, "utf8")).toMatch(/^<!doctype html>/);
  expect((await ops.run("email", "preview", "no-such-email")).code).toBe(3);
  expect(await ops.run("email", "preview", "--html", file)).toEqual(
    failure(2, `Name an email: ${names.join(", ")}.`),
  );
});
