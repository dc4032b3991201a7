import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import * as schema from "#app/db/schema.ts";

const schemaFolder = join(root, "app/db/schema");

/** The models folder that owns a table has the name of its schema file. */
const owners = new Map(
  readdirSync(schemaFolder).flatMap((file) =>
    [...readFileSync(join(schemaFolder, file), "utf8").matchAll(/export const (\w+) = sqliteTable\(/g)].map(
      ([, table = ""]) => [table, `app/models/${file.replace(".ts", "")}/`] as const,
    ),
  ),
);

const namesInCode = new Map<string, string>(
  Object.entries(schema).flatMap(([name, value]) =>
    is(value, SQLiteTable) ? [[getTableName(value), name] as const] : [],
  ),
);

const sources = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes("kernel/assembly"))
  .map((file) => `app/${file}`);

interface TableWrite {
  table: string;
  file: string;
}

const builderMethods = ["insert", "update", "delete"];
const insertHelpers = ["insertWhere", "insertRows"];

/** The inserts, updates and deletes of a file: by drizzle, by our helpers and in plain SQL. */
function findWrites(file: string, text = readFileSync(join(root, file), "utf8")): TableWrite[] {
  const writes: TableWrite[] = [];
  const add = (table: string | undefined) => {
    if (table && owners.has(table)) writes.push({ table, file });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression, arguments: args } = node;
      if (ts.isPropertyAccessExpression(expression) && builderMethods.includes(expression.name.text))
        add(lastName(args[0]));
      if (ts.isIdentifier(expression) && insertHelpers.includes(expression.text)) add(lastName(args[1]));
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const sql = node.getText();
      for (const [, nameInCode, nameInSql] of sql.matchAll(
        /\b(?:insert(?: or \w+)? into|update|delete from)\s+(?:\$\{(?:schema\.)?(\w+)\}|[`"]?(\w+))/gi,
      ))
        add(nameInCode ?? namesInCode.get(nameInSql ?? ""));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return writes;
}

/** Returns `bookings` for `bookings` and for `schema.bookings`. */
function lastName(node: ts.Expression | undefined): string | undefined {
  if (!node) return undefined;
  return ts.isPropertyAccessExpression(node) ? node.name.text : node.getText();
}

const writes = sources.flatMap((file) => findWrites(file));

test("only the models folder that owns a table writes to it", () => {
  const wrongWrites = writes.filter(({ table, file }) => !file.startsWith(owners.get(table) ?? ""));
  expect(wrongWrites).toEqual([]);
});

test("only the transitions write to bookings", () => {
  const writers = new Set(writes.filter(({ table }) => table === "bookings").map(({ file }) => file));
  expect([...writers].sort()).toEqual([
    "app/models/booking/event-transitions.server.ts",
    "app/models/booking/host-transitions.server.ts",
    "app/models/booking/pairs.server.ts",
    "app/models/booking/seat-transitions.server.ts",
    "app/models/booking/transitions.server.ts",
  ]);
});

test("every table has a writer", () => {
  const writtenTables = new Set(writes.map(({ table }) => table));
  expect([...owners.keys()].filter((table) => !writtenTables.has(table))).toEqual([]);
});

test.each([
  ["drizzle", "db.insert(bookings).values({})"],
  ["a helper for inserts", "insertWhere(db, bookings, {}, sql`true`)"],
  ["a namespace import", "db.update(schema.bookings).set({})"],
  ["SQL that embeds a table", "db.run(sql`delete from $" + "{bookings} where 1`)"],
  ["SQL that names a table", 'db.prepare("UPDATE bookings SET canceled = 1")'],
])("finds a write by %s", (_, code) => {
  expect(findWrites("app/routes/some.ts", code)).toEqual([{ table: "bookings", file: "app/routes/some.ts" }]);
});
