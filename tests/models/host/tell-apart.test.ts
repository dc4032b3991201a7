import { expect, test } from "vitest";
import { tellApart } from "#app/lib/account/tell-apart.ts";

const nameAll = (...people: string[]) => {
  const all = people.map((name, i) => {
    const [firstName = "", lastName = ""] = name.split(" ");
    return { firstName, lastName, bookingId: String(i) };
  });
  const names = tellApart(all);
  return all.map((person) => names.get(person));
};

test("people of one first name have as many letters of the family name as tell them apart", () => {
  expect(nameAll("Sára Kiss", "Anna Bak", "sára Tóth")).toEqual(["Sára K.", "Anna", "sára T."]);
  expect(nameAll("Réka Tóth", "Réka Tamás", "Réka Molnár")).toEqual(["Réka Tó.", "Réka Ta.", "Réka M."]);
  expect(nameAll("Réka Kov", "Réka Kovács", "Réka")).toEqual(["Réka Kov", "Réka Ková.", "Réka"]);
  expect(nameAll("Réka T", "Réka M")).toEqual(["Réka T.", "Réka M."]);
  expect(nameAll()).toEqual([]);
});

test("people of one whole name are numbered, in any list in the same order", () => {
  expect(nameAll("Réka Tóth", "Réka Tóth", "Réka Molnár")).toEqual(["Réka T. 1", "Réka T. 2", "Réka M."]);
  const [one, two] = [
    { firstName: "Ede", lastName: "Ács", bookingId: "b" },
    { firstName: "Ede", lastName: "Ács", bookingId: "a" },
  ];
  expect(tellApart([one, two]).get(one)).toBe("Ede Á. 2");
  expect(tellApart([two, one]).get(one)).toBe("Ede Á. 2");
});

test("two bookings of one person have one name, without a number", () => {
  const person = { firstName: "Ede", lastName: "Ács", userId: "ede" };
  const bookings = [
    { ...person, bookingId: "a" },
    { ...person, bookingId: "b" },
  ];
  expect([...tellApart(bookings).values()]).toEqual(["Ede", "Ede"]);
  const other = { ...person, userId: "another", bookingId: "c" };
  expect([...tellApart([...bookings, other]).values()]).toEqual(["Ede Á. 1", "Ede Á. 1", "Ede Á. 2"]);
});
