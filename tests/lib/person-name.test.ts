import { expect, test } from "vitest";
import { personName } from "#app/lib/person-name.ts";

test("a name keeps what can be seen, on one line, and nothing that turns or hides it", () => {
  const hidden =
    "\u200b\u200e\u202a\u202e\u2066\u2069\u061c\u034f\u17b4\u180b\ufe0f\ufeff\u3164\u2800\u{e0001}";
  expect(personName.parse(hidden)).toBe("");
  for (const one of hidden)
    expect(personName.parse(`${one}Anna${one}\n ${one}Mária${one}`)).toBe("Anna Mária");
  for (const name of ["Őry-Kovács Dóra", "D’Artagnan", "สมชาย", "محمد", "山田 太郎", "葛\u{e0100}城"])
    expect(personName.parse(name)).toBe(name);
});
