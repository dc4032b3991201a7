import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { experimental_readRawConfig } from "wrangler";
import { renderToml } from "#app/cli/club-settings.ts";

const folder = mkdtempSync(join(tmpdir(), "oten-toml-"));
afterAll(() => rmSync(folder, { recursive: true }));

function writeAndRead(settings: Record<string, unknown>) {
  const config = join(folder, "any.toml");
  writeFileSync(config, renderToml(settings));
  return experimental_readRawConfig({ config }).rawConfig;
}

/** "__proto__" is no key of any setting. */
const key = fc.string({ unit: "binary" }).filter((text) => text !== "__proto__");
const { table } = fc.letrec((tie) => ({
  table: fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: "binary" }),
    fc.integer(),
    fc.boolean(),
    fc.array(tie("value"), { maxLength: 4 }),
    tie("table"),
  ),
}));

test("wrangler reads back any settings as they were", () => {
  fc.assert(
    fc.property(table, (settings) => {
      expect(writeAndRead(settings as Record<string, unknown>)).toEqual(settings);
    }),
    { numRuns: 300, examples: [[{ "\x7f": '\x7f\n"' }]] },
  );
});

test("a date without quotes becomes its text", () => {
  expect(writeAndRead({ since: new Date("2026-07-01T00:00:00Z") })).toEqual({
    since: "2026-07-01T00:00:00.000Z",
  });
});
