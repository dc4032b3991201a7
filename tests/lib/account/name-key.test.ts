import { expect, test } from "vitest";
import { countSlips, findInName, foldName, toNameKey } from "#app/lib/account/name-key.ts";

test("a folded name has neither accents nor capitals nor signs", () => {
  expect(foldName("Ágnes O’Brien-Łukasz")).toBe("agnes o brien lukasz");
  expect(foldName("STRAẞE ĐÁVID Ødegård")).toBe("strasse david odegard");
  expect(foldName("Σοφός")).toBe(foldName("ΣΟΦΟΣ"));
  expect(foldName("  –  ")).toBe("");
  expect(toNameKey({ firstName: "Anna Mária", lastName: "Kis" })).toBe(" anna maria / kis");
});

test("a part of a name is found where it is written, with its accents", () => {
  const find = (name: string, word: string) => {
    const found = findInName(name, word);
    return found && name.slice(found.from, found.to);
  };
  expect(find("Dávid", "dav")).toBe("Dáv");
  expect(find("Ødegård", "gard")).toBe("gård");
  expect(find("Großmann", "gross")).toBe("Groß");
  expect(find("O’Brien", "o brien")).toBe("O’Brien");
  // First where a word begins with it.
  expect(findInName("Marianna Anna", "anna")).toEqual({ from: 9, to: 13 });
  expect(find("Dávid", "dawid")).toBeUndefined();
  expect(find("", "a")).toBeUndefined();
});

test("one slip is forgiven from four letters on, and two from eight", () => {
  expect(countSlips("Dávid Kovács", "dawid")).toBe(1);
  expect(countSlips("Dávid Kovács", "dvaid")).toBe(1);
  expect(countSlips("Dávid Kovács", "dvid")).toBe(1);
  expect(countSlips("Dávid Kovács", "kowac")).toBe(1);
  expect(countSlips("Dávid Kovács", "kowatsc")).toBeUndefined();
  expect(countSlips("Boglárka Szentgyörgyi", "szendgjorgyi")).toBe(2);
  expect(countSlips("Dávid Kovács", "daw")).toBeUndefined();
  expect(countSlips("Anna", "bence")).toBeUndefined();
});
