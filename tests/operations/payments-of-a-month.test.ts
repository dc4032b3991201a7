import type { AppLoadContext } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { deposits, ledger } from "#app/db/schema/deposit.ts";
import { cities, users } from "#app/db/schema.ts";
import { loadMoney } from "#app/desk/money.server.ts";
import { toCsv } from "#app/lib/csv.ts";
import { openClub } from "#tests/support/club.ts";
import { newDeposit } from "#tests/support/deposits.ts";
import { deskVars, playAccess } from "#tests/support/desk.ts";
import { bookForDiners, createEvent, insertDiners } from "#tests/support/events.ts";
import { connectOps } from "#tests/support/ops.ts";
import { createRandom, drawSeed } from "#tests/support/random.ts";

const club = openClub({ vars: deskVars });
const access = playAccess();
const ops = connectOps(club);

/** As a spreadsheet reads it. */
function readCsv(file: string): string[][] {
  const cells = [...file.replace(/^\uFEFF/, "").matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)];
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of cells) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end !== ",") rows.push([]);
  }
  return rows.slice(0, -1);
}

test("the file of a month adds up to what Stripe has, to the unit, and runs nothing in a spreadsheet", async () => {
  const random = createRandom(drawSeed());
  const diners = await insertDiners(club, 300);
  const bookingIds = await bookForDiners(club, diners, await createEvent(club, { capacity: 300 }));
  await club.db.update(users).set({ firstName: '=HYPERLINK("https://evil.example")', lastName: 'É;,"x' });
  const month = new Date().toISOString().slice(0, 7);
  const inMonth = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1, 14);
  let atStripe = 0;
  const rows = bookingIds.map((bookingId, i) => {
    const amount = 100 * (1 + random.integerBelow(5_000));
    const isRefunded = random.happens(0.4);
    const isBefore = random.happens(0.2);
    const paidAt = new Date(inMonth - (isBefore ? 40 : 0) * 86_400_000 + i);
    if (!isBefore) atStripe += amount;
    if (isRefunded) atStripe -= amount;
    return { id: `d-${i}`, bookingId, amount, paidAt, isRefunded };
  });
  for (const { id, bookingId, amount, paidAt } of rows)
    await club.db
      .insert(deposits)
      .values(newDeposit(bookingId, { id, amount, paymentId: `pi_${id}`, paidAt }));
  for (const { id, amount, paidAt, isRefunded } of rows)
    await club.db.insert(ledger).values([
      { depositId: id, kind: "opened", at: paidAt },
      { depositId: id, kind: "paid", amount, at: paidAt, reference: `pi_${id}` },
      ...(isRefunded
        ? ([
            { depositId: id, kind: "to-refund", at: new Date(inMonth + 1_000) },
            {
              depositId: id,
              kind: "refunded",
              amount: -amount,
              at: new Date(inMonth + 2_000),
              reference: `re_${id}`,
            },
          ] as const)
        : []),
    ]);

  const printed = (await ops.run("deposit", "month", month, "--csv")).out;
  const [headings = [], ...lines] = readCsv(printed);
  const column = (name: string) => headings.indexOf(name);
  const sum = lines.reduce((all, line) => all + Number(line[column("amount")]), 0);
  expect(Math.round(sum * 100)).toBe(atStripe);
  expect(new Set(lines.map((line) => line[column("currency")]))).toEqual(new Set(["HUF"]));
  expect(lines[0]?.[column("diner")]).toBe(`'=HYPERLINK("https://evil.example") É;,"x`);
  expect((await ops.run("deposit", "month", month)).out).toContain(`${atStripe / 100} HUF left.`);
  expect((await ops.run("deposit", "month", "November")).code).toBe(2);

  const download = async (name: "anna" | "cili", path: string) =>
    club.fetch(path, { headers: await access.headersOf(name) });
  const file = await download("anna", `/desk/money.csv?month=${month}`);
  expect(file.headers.get("Content-Type")).toContain("text/csv");
  expect(readCsv(await file.text())).toEqual(readCsv(printed));
  expect((await download("anna", "/desk/money.csv?month=2026-13")).status).toBe(404);
  expect((await download("cili", `/desk/money.csv?month=${month}`)).status).toBe(404);
});

test.each([0, 1, 5_000, 5_001])("a month of %i payments has each of them once", async (count) => {
  const month = `20${10 + String(count).length + (count % 2)}-05`;
  const at = Date.parse(`${month}-10T12:00:00Z`);
  await club.binding.exec(
    `INSERT INTO deposits (id, amount, currency, origin, due_at, created_at, payment_id, state) SELECT 'm-${count}-' || value, 100, 'eur', 'x', 1, 1, 'pm-${count}-' || value, 'paid' FROM (WITH RECURSIVE s(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM s WHERE value < ${count}) SELECT value FROM s WHERE ${count} > 0)`,
  );
  await club.binding.exec(
    `INSERT INTO ledger (deposit_id, kind, amount, at) SELECT id, 'paid', 100, ${at} FROM deposits WHERE id LIKE 'm-${count}-%'`,
  );
  const payments = await ops.json("deposit", "month", month);
  expect(payments).toHaveLength(count);
  expect(new Set(payments.map(({ depositId }: { depositId: string }) => depositId)).size).toBe(count);
});

test("a formula after a semicolon or in another line is none in a spreadsheet that splits there", () => {
  const name = 'Anna;=1+1;B\n-2;"@x';
  const [, line = ""] = toCsv(["time", "diner"], [["2026-11-27 19:00", name]]).split("\r\n");
  // As Excel in Hungary or Germany opens a .csv by a double click: the list separator is the semicolon.
  expect(line.split(/[;\n]/).filter((cell) => /^"*[=+\-@]/.test(cell))).toEqual([]);
  expect(readCsv(toCsv(["diner"], [["Anna; Béla - 2"]]))[1]).toEqual(["Anna; Béla - 2"]);
});

test("the desk offers the months of the club’s time zone", async () => {
  const now = new Date("2026-11-30T23:30:00Z");
  const { months } = await loadMoney({ db: club.db, env: {}, now } as AppLoadContext, null);
  expect([months[0]?.name, months.at(-1)?.value]).toEqual(["December 2026", "2025-12"]);
});

test("the last month of a year, and one that begins while clocks are changed, is no error", async () => {
  await club.db.update(cities).set({ timeZone: "America/Havana" });
  for (const month of ["9999-12", "2026-11", "0000-01"]) {
    const file = await club.fetch(`/desk/money.csv?month=${month}`, {
      headers: await access.headersOf("anna"),
    });
    expect([month, file.status]).toEqual([month, 200]);
  }
  expect(await club.takeLoggedErrors()).toEqual([]);
});

test("a command's list is a table for a spreadsheet with --csv, and what is no list is printed as ever", async () => {
  const [headings, row] = readCsv((await ops.run("city", "list", "--csv")).out);
  expect(headings).toContain("name");
  expect(row).toContain("Budapest");
  expect((await ops.run("weights", "terms", "--csv")).code).toBeLessThan(3);
});
