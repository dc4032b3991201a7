import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "#app/db/schema/event.ts";
import { outbox } from "#app/db/schema.ts";
import { operationHref } from "#app/desk/desk-parts.tsx";
import { describeForm } from "#app/desk/operation-form.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import type { Operation } from "#app/operations/operation.ts";
import { nouns, operationsWithoutNoun } from "#app/operations/operations.ts";
import { formatLocalTime } from "#app/operations/words.ts";
import { openClub } from "#tests/support/club.ts";
import { openAnswer, readPlan } from "#tests/support/desk.ts";
import { createEvening } from "#tests/support/evenings.ts";
import { addTestVenues, createEvent, insertDiners } from "#tests/support/events.ts";
import { type Page, parsePage } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: { DESK_TOKEN: "a-token-for-tests", DESK_OPERATOR: "Anna" } });
const ops = connectOps(club);
const headers = { Cookie: "desk=a-token-for-tests", Accept: "text/html" };

const all: [command: string, operation: Operation][] = [
  ...Object.entries(nouns).flatMap(([noun, { operations }]) =>
    operations.map((operation): [string, Operation] => [`${noun} ${operation.verb}`, operation]),
  ),
  ...operationsWithoutNoun.map((operation): [string, Operation] => [operation.verb, operation]),
].filter(([, { computerReason }]) => !computerReason);

const commands = all.map(([command]) => command).filter((command) => command.includes(" "));

/** What only somebody at a terminal can make something of. */
const terminalWords = new RegExp(
  [
    String.raw`--\w+`,
    String.raw`\b(?:ops|npm|npx|cron|stdout|JSON|slug)\b`,
    String.raw`\b(?=[a-f]*\d)[\da-f]{8}\b`,
    String.raw`<\w+>`,
    String.raw`\b[a-z]+[A-Z][a-z]+\w*\b`,
    String.raw`(?<![+\d:-])\b\d\d:\d\d\b(?!\s?[AP]M)`,
    String.raw`\b\d{4}-\d\d-\d\d\b`,
    "(?:SESSION|OPERATOR|CONTACT|STRIPE|RESEND)_[A-Z_]+",
    String.raw`\b(?:${commands.join("|")})\b`,
  ].join("|"),
);

/** The sentences of a page, without what somebody has typed. */
function readSentences(page: Page): string[] {
  const main = page.querySelector("main");
  return [
    ...(main?.querySelectorAll("h1, h2, p, li, td, th, label, legend, summary, button, a, b, span") ?? []),
  ]
    .filter((element) => !element.querySelector("p, li, td, label, textarea, ul, select, div"))
    .map((element) =>
      element.textContent.replaceAll(/“[^”]*”|\S+@\S+|https?:\S+/g, "“”").replaceAll(/\s+/g, " "),
    );
}

test("no form, plan, refusal or result at the desk has a word of a terminal", async () => {
  const evening = await createEvening(club, [[5, 4], [3]], { minutesFromNow: 90 });
  const over = await createEvening(club, [[4]], { minutesFromNow: -60 });
  const open = await createEvent(club, { venueTables: [2] });
  await club.db
    .update(events)
    .set({ date: new Date(Date.now() + 9 * dayMs), closesAt: new Date(Date.now() + 7 * dayMs) })
    .where(eq(events.id, open));
  await addTestVenues(club, ["kakukk"]);
  const [diner] = await insertDiners(club, 1);
  const inTime = (ms: number) => formatLocalTime(new Date(Date.now() + ms), "Europe/Budapest");
  const planned = ["--on", "friday", "--at", "19:00", "--venue", "kakukk=2", "--yes"];
  const schedule = (await ops.json("schedule", "add", "--city", "budapest", ...planned)).id;
  const told = ["--subject", "A", "--text", "B", "--yes"];
  const message = (await ops.json("message", "send", "--event", evening.eventId, ...told)).id;
  const [email] = await club.db.select().from(outbox).limit(1);
  const [one, two] = [evening.guests[0], evening.guests[5]];
  const sensible: Record<string, string[]> = {
    event: [evening.eventId, open, over.eventId],
    booking: [one?.bookingId ?? ""],
    bookings: [[one, two].map((guest) => guest?.bookingId).join("\n")],
    user: [one?.userId ?? "", diner ?? ""],
    diner: [one?.userId ?? ""],
    other: [two?.userId ?? ""],
    with: [two?.bookingId ?? ""],
    venue: ["kakukk", evening.tables[0]?.venueId ?? ""],
    remove: [evening.tables[0]?.venueId ?? ""],
    set: [`${evening.tables[0]?.venueId}=1`],
    add: ["kakukk=1"],
    city: ["budapest"],
    schedule: [schedule],
    message: [message],
    email: [email?.id ?? "", "new@example.com"],
    date: [inTime(30 * dayMs).slice(0, 10)],
    first: [inTime(3 * dayMs).slice(0, 10)],
    until: [inTime(40 * dayMs).slice(0, 10), inTime(-dayMs)],
    at: [inTime(20 * dayMs), "20:00", inTime(-dayMs)],
    closes: [inTime(18 * dayMs), inTime(-hourMs)],
    number: ["1", "99"],
    table: ["2", "99"],
    subject: ["Hello"],
    text: ["Hello {first name}", "Hello {x}"],
    say: ["Sorry."],
    because: ["The kitchen is closed."],
    came: [one?.bookingId ?? ""],
    missed: [two?.bookingId ?? ""],
    tables: ["3"],
    name: ["Somewhere"],
    address: ["Somewhere 1, 1092 Budapest"],
    slug: ["vienna"],
    zone: ["Europe/Vienna", "Vienna"],
    currency: ["EUR"],
    country: ["AT"],
    price: ["2", "x"],
    deposit: ["5", "0"],
    to: ["everybody"],
    firstName: ["Lili"],
    lastName: ["Tóth"],
    reason: ["They ask."],
    how: ["on the phone"],
    agreed: ["met", "diet"],
    answer: ["yes", "no"],
    here: ["3", "9"],
    phone: ["+36 30 555 0100"],
    limit: ["1"],
    on: ["friday"],
    every: ["2"],
    weeks: ["4"],
    seed: ["7"],
  };
  const found = new Map<string, string>();
  const look = (where: string, page: Page) => {
    for (const sentence of readSentences(page))
      if (terminalWords.test(sentence) && !found.has(sentence)) found.set(sentence, where);
  };
  async function send(command: string, { changesData }: Operation, fields: Record<string, string>) {
    const path = `/desk/do/${command.replace(" ", "/")}`;
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, text]) => text.split("\n").map((line) => [name, line])),
    );
    const answer = changesData
      ? await club.fetch(path, { method: "POST", headers, body })
      : await club.fetch(`${path}?${body}`, { headers });
    const { page, status } = await openAnswer(club, headers, answer);
    const where = `${command} ${JSON.stringify(fields)}`;
    expect(status, where).toBeLessThan(500);
    look(where, page);
    if (!page.querySelector("input[name=fingerprint]")) return;
    const form = new URLSearchParams(readPlan(page));
    const done = await club.fetch(path, { method: "POST", headers, body: form });
    look(`${where}, done`, (await openAnswer(club, headers, done)).page);
  }
  // What ends something comes last, so that the others have something to be about.
  const ends = /cancel|remove|end$|close|undo|block|run/;
  const inOrder = all.toSorted(([a], [b]) => Number(ends.test(a)) - Number(ends.test(b)));
  for (const [command, operation] of inOrder) {
    const fields = describeForm(operation);
    look(command, await parsePage(await club.fetch(operationHref(command), { headers })));
    await send(command, operation, {});
    const required = fields.filter(({ isRequired }) => isRequired);
    const pick = ({ name, kind, choices }: (typeof fields)[number], i = 0) =>
      sensible[name]?.[i] ?? (kind === "check" ? "yes" : (choices[0]?.value ?? "1"));
    for (let i = 0; i < 3; i++) {
      const base = Object.fromEntries(required.map((field) => [field.name, pick(field, i)]));
      await send(command, operation, base);
      for (const field of fields) {
        if (i === 0) await send(command, operation, { ...base, [field.name]: "zzz" });
        if (i < 2 && !field.isRequired)
          await send(command, operation, { ...base, [field.name]: pick(field, i) });
      }
      await send(command, operation, Object.fromEntries(fields.map((field) => [field.name, pick(field, i)])));
    }
  }
  for (const path of [
    "",
    "/evenings",
    `/evenings/${evening.eventId}`,
    "/messages",
    "/money",
    "/places",
    "/health",
    "/people",
    `/people/${one?.userId}`,
  ])
    look(path, await parsePage(await club.fetch(`/desk${path}`, { headers })));
  expect([...found].map(([sentence, where]) => `${sentence}   (${where.slice(0, 160)})`)).toEqual([]);
});
