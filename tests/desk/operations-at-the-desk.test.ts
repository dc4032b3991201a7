import { expect, test } from "vitest";
import { venues } from "#app/db/schema/venue.ts";
import { nameCommand, operationHref } from "#app/desk/desk-parts.tsx";
import { computerOperations, computerVerbs } from "#app/operations/computer-operations.ts";
import { nouns, operationsWithoutNoun } from "#app/operations/operations.ts";
import { openClub } from "#tests/support/club.ts";
import { deskVars, type OperatorName, playAccess, postOperation } from "#tests/support/desk.ts";
import { addTestVenues, createCity, createEvent, newVenue } from "#tests/support/events.ts";

const club = openClub({ vars: deskVars });
const access = playAccess();

const who: Record<"owner" | "city" | "door", OperatorName> = { owner: "anna", city: "cili", door: "dani" };

const ask = async (role: keyof typeof who, path: string, init: RequestInit = {}) =>
  club.fetch(path, { ...init, headers: await access.headersOf(who[role]) });

const all = [
  ...operationsWithoutNoun.map((operation) => ({ command: operation.verb, operation })),
  ...Object.entries(nouns).flatMap(([noun, { operations }]) =>
    operations.map((operation) => ({ command: `${noun} ${operation.verb}`, operation })),
  ),
];

test("an owner finds each operation at the desk, or it says why it stays at the computer", async () => {
  for (const { command, operation } of all) {
    const { status } = await ask("owner", operationHref(command));
    expect([command, status]).toEqual([command, operation.computerReason ? 404 : 200]);
  }
  expect(all.filter(({ operation }) => operation.computerReason).map(({ command }) => command)).toEqual(
    expect.arrayContaining(["user export", "user erase", "weights apply", "match export"]),
  );
  for (const { command, operation } of all)
    if (!operation.computerReason) expect(nameCommand(command).toLowerCase()).not.toBe(command);
  for (const { verb, computerReason } of [...computerOperations, ...Object.values(computerVerbs).flat()])
    expect([verb, computerReason]).toEqual([verb, expect.stringMatching(/^\p{Ll}/u)]);
});

test("operators of a city and of the door find only what is for them", async () => {
  const rolesOf = { door: ["door"], city: ["door", "city"] };
  for (const role of ["door", "city"] as const)
    for (const { command, operation } of all) {
      const isTheirs = !operation.computerReason && rolesOf[role].includes(operation.deskRole ?? "owner");
      const { status } = await ask(role, operationHref(command));
      // A list that needs no field is refused until they name a city of theirs.
      expect([role, command, isTheirs ? status !== 404 : status]).toEqual([role, command, isTheirs || 404]);
    }
});

test("an operator of a city changes the places of no other city, not even by moving them", async () => {
  const eventId = await createEvent(club);
  await addTestVenues(club, ["theirs"]);
  const submit = async (command: string, fields: Record<string, string>) =>
    (await postOperation(club, await access.headersOf("cili"), command, fields)).status;
  await createCity(club, { id: "other", slug: "other", name: "Other" });
  await club.db.insert(venues).values({ ...newVenue("foreign"), name: "Foreign", cityId: "other" });
  expect(await submit("venue edit", { venue: "theirs", tables: "3" })).toBe(200);
  expect(await submit("venue edit", { venue: "foreign", tables: "3" })).toBe(409);
  expect(await submit("venue edit", { venue: "foreign", city: "budapest" })).toBe(409);
  expect(await submit("event cancel", { event: eventId })).toBe(200);
});
