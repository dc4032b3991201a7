import { expect, test } from "vitest";
import { personName } from "#app/lib/account/person-name.ts";

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
