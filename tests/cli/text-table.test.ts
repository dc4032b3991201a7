import { expect, test } from "vitest";
import { cutToWidth, formatTable, measureWidth } from "#app/cli/ops/terminal.ts";

test.each([
  ["Kakukk", 6],
  ["Zsófi", 5],
  ["Zso\u0301fi", 5],
  ["寿司 すし", 9],
  ["초밥", 4],
  ["ＡＢ", 4],
  ["Ljubav 🍷", 9],
  ["👩‍👩‍👧", 2],
  ["", 0],
])("%j takes %i columns", (text, width) => {
  expect(measureWidth(text)).toBe(width);
});

test("cuts a text to a width, and no character in half", () => {
  expect(cutToWidth("Kakukk", 6)).toBe("Kakukk");
  expect(cutToWidth("Kakukk Vendéglő", 8)).toBe("Kakukk…");
  expect(cutToWidth("寿司寿司", 6)).toBe("寿司…");
  expect(measureWidth(cutToWidth("寿司".repeat(50), 40))).toBeLessThanOrEqual(40);
});

test("columns stand under their headings with wide names, and a long name ends in …", () => {
  const lines = formatTable({
    headings: ["name", "tables", "last error"],
    rows: [
      ["寿司", 4, "x".repeat(90)],
      ["Kakukk", 2, ""],
      ["K".repeat(120), 1, ""],
    ],
    empty: "none",
  }).split("\n");
  const before = (line: string | undefined, word: string) => measureWidth(line?.split(word)[0] ?? "");
  expect(before(lines[0], "tables")).toBe(42);
  expect(before(lines[1], "4")).toBe(42);
  expect(before(lines[2], "2")).toBe(42);
  expect(lines[3]).toMatch(/^K{39}… {2}1$/);
  expect(lines[1], "an error is never cut").toContain("x".repeat(90));
});
