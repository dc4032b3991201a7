import { join } from "node:path";
import { expect, test } from "vitest";
import { deposits } from "#app/db/schema/deposit.ts";
import { openClub } from "#tests/support/club.ts";
import { newDeposit } from "#tests/support/deposits.ts";
import { bookForDiners, createEvent, insertDiners } from "#tests/support/events.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);

test("deposit list shows deposits, and deposit refund refunds one once", async () => {
  const [bookingId] = await bookForDiners(club, await insertDiners(club, 1), await createEvent(club));
  const paid = newDeposit(bookingId, { id: "paid-one", paymentId: "pi_1", paidAt: new Date() });
  await club.db.insert(deposits).values(paid);
  await club.binding.exec(
    "INSERT INTO ledger (deposit_id, kind, amount, at) VALUES ('paid-one', 'opened', 0, 1), ('paid-one', 'paid', 300000, 2)",
  );
  expect(await ops.json("deposit", "list", "--state", "paid")).toMatchObject([{ id: "paid-one" }]);
  expect(await ops.json("deposit", "list", "--parked")).toEqual([]);
  expect((await ops.run("deposit", "list")).out).toContain("3000 HUF");
  for (const state of ["paid", "kept"]) {
    const listed = await ops.json("deposit", "list", "--city", "budapest", "--state", state, "--limit", "1");
    expect(listed.map(({ id }: { id: string }) => id)).toEqual(state === "paid" ? ["paid-one"] : []);
  }
  expect((await ops.run("deposit", "list", "--state", "lost")).code).toBe(2);
  expect((await ops.run("deposit", "refund", "nobody", "--yes")).code).toBe(3);

  const before = await ops.hashRows();
  expect((await ops.run("deposit", "refund", "paid", "--dry-run")).code).toBe(0);
  expect((await ops.run("deposit", "refund", "paid")).code).toBe(4);
  expect(await ops.hashRows()).toBe(before);
  expect(await ops.json("deposit", "refund", "paid", "--yes")).toEqual({ id: "paid-one" });
  for (const how of ["--yes", "--dry-run"])
    expect((await ops.run("deposit", "refund", "paid", how)).code, how).toBe(4);
  expect(await ops.json("deposit", "list", "--state", "refunding")).toMatchObject([{ cause: "by-hand" }]);
});

test("restore refuses a local club that has taken deposits, and advises another folder", async () => {
  const file = join(ops.folder, "money.oten");
  await ops.json("backup", file);
  expect(await ops.run("restore", file, "--force", "--yes")).toEqual(
    failure(
      4,
      "This club has taken deposits, and their ledger can’t be replaced: restore into an empty club, with another folder for --persist-to.",
    ),
  );
});
