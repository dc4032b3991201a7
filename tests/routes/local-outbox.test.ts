import { expect, test } from "vitest";
import { signUpThroughForms } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { readPageText } from "#tests/support/html.ts";

const club = openClub();

test("shows the emails to one address", async () => {
  const [one, other] = ["one@oten.example", "other@oten.example"];
  await signUpThroughForms(club, one);
  await signUpThroughForms(club, other);
  const read = async (search: string) => readPageText(await club.fetch(`/dev/outbox${search}`));
  const all = await read("");
  for (const address of [one, other]) expect(all).toContain(`to ${address}`);
  const ofOne = await read(`?to=%20${one.toUpperCase()}`);
  expect(ofOne).toContain(`to ${one}`);
  expect(ofOne).not.toContain(other);
  expect(await read("?to=nobody@oten.example")).toContain("Nothing was sent to this address.");
});
