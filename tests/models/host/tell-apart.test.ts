import { expect, test } from "vitest";
import { tellApart } from "#app/lib/account/tell-apart.ts";

test("adds an initial only where several people have the same first name", () => {
  const people = [
    { firstName: "Sára", lastInitial: "K" },
    { firstName: "Anna", lastInitial: "B" },
    { firstName: "sára", lastInitial: "T" },
  ];
  expect([...tellApart(people).values()]).toEqual(["Sára K.", "Anna", "sára T."]);
  expect([...tellApart([]).values()]).toEqual([]);
});
