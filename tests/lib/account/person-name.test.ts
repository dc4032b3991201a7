import { expect, test } from "vitest";
import { cleanName, personName } from "#app/lib/account/person.ts";

test("keeps the visible characters of a name on one line, and removes invisible ones", () => {
  const invisible =
    "\u200b\u200e\u202a\u202e\u2066\u2069\u061c\u034f\u17b4\u180b\ufe0f\ufeff\u3164\u2800\u{e0001}";
  expect(personName.parse(invisible)).toBe("");
  for (const character of invisible)
    expect(personName.parse(`${character}Anna${character}\n ${character}Mária${character}`)).toBe(
      "Anna Mária",
    );
  for (const name of ["Őry-Kovács Dóra", "D’Artagnan", "สมชาย", "محمد", "山田 太郎", "葛\u{e0100}城"])
    expect(personName.parse(name)).toBe(name);
});

const addresses = [
  "http://evil.example",
  "https:\\\\evil",
  "Anna evil.example",
  "evil.example/Anna",
  "www.evil",
  "ｅｖｉｌ．ｅｘａｍｐｌｅ",
  "evil。example",
  "ev\u200bil.example",
  "192.0.2.1",
  "t.me",
  "anna@evil",
  "anna＠evil",
  "мой.рф",
];

test.each(addresses)("a name can’t be the address %j", (address) => {
  expect(personName.safeParse(address).error?.issues[0]?.message).toContain("look like a web address");
  expect(personName.safeParse(`Anna ${address}`).success).toBe(false);
});

test.each([
  "Jean-Luc",
  "O'Brien",
  "D’Artagnan",
  "Nguyễn Thị",
  "J.",
  "J. R. R.",
  "J.R.R.",
  "J.-L.",
  "St. John",
  "Anna, Bea",
  "Мария",
  "X Æ A-12",
])("%j is a name", (name) => {
  expect(personName.parse(name)).toBe(name);
  expect(cleanName(name)).toBe(name);
});

test("a name that nobody typed here loses its addresses, and keeps its other words", () => {
  for (const address of addresses.filter((each) => !/[ \u200b]/.test(each)))
    expect(cleanName(`Anna ${address} Mária`)).toBe("Anna Mária");
  expect(cleanName("http://evil.example")).toBe("");
  expect(cleanName("x".repeat(200))).toHaveLength(100);
});
