import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "#app/cli/prepare.mjs";
import * as schema from "#app/db/schema.ts";

const schemaFolder = join(root, "app/db/schema");

/** The table's name in code, and the models folder that owns it: the one named like its schema file. */
const owners = new Map(
  readdirSync(schemaFolder).flatMap((file) =>
    [...readFileSync(join(schemaFolder, file), "utf8").matchAll(/export const (\w+) = sqliteTable\(/g)].map(
      ([, table = ""]) => [table, `app/models/${file.replace(".ts", "")}/`] as const,
    ),
  ),
);

const codeNames = new Map<string, string>(
  Object.entries(schema).flatMap(([name, value]) =>
    is(value, SQLiteTable) ? [[getTableName(value), name] as const] : [],
  ),
);

const sources = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes("kernel/assembly"))
  .map((file) => `app/${file}`);

interface Write {
  table: string;
  file: string;
}

const builderMethods = ["insert", "update", "delete"];
const insertHelpers = ["insertWhere", "insertRows"];

/** Every insert, update and delete in a file: drizzle's, our helpers', and SQL written out. */
function findWrites(file: string, text = readFileSync(join(root, file), "utf8")): Write[] {
  const writes: Write[] = [];
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
      for (const [, code, name] of sql.matchAll(
        /\b(?:insert(?: or \w+)? into|update|delete from)\s+(?:\$\{(?:schema\.)?(\w+)\}|[`"]?(\w+))/gi,
      ))
        add(code ?? codeNames.get(name ?? ""));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return writes;
}

/** `bookings` of `bookings` and of `schema.bookings`. */
function lastName(node: ts.Expression | undefined): string | undefined {
  if (!node) return undefined;
  return ts.isPropertyAccessExpression(node) ? node.name.text : node.getText();
}

const writes = sources.flatMap((file) => findWrites(file));

test("a table is written only by the models folder that owns it", () => {
  const strangers = writes.filter(({ table, file }) => !file.startsWith(owners.get(table) ?? ""));
  expect(strangers).toEqual([]);
});

test("bookings are written only by their transitions", () => {
  const writers = new Set(writes.filter(({ table }) => table === "bookings").map(({ file }) => file));
  expect([...writers]).toEqual(["app/models/booking/transitions.server.ts"]);
});

test("every table that a diner or an operator can change has a writer", () => {
  const written = new Set(writes.map(({ table }) => table));
  const changedByMigrationsOnly = ["quizQuestions"];
  expect([...owners.keys()].filter((table) => !written.has(table))).toEqual(changedByMigrationsOnly);
});

test.each([
  ["drizzle", "db.insert(bookings).values({})"],
  ["a helper", "insertWhere(db, bookings, {}, sql`true`)"],
  ["a namespace", "db.update(schema.bookings).set({})"],
  ["SQL with a table", "db.run(sql`delete from $" + "{bookings} where 1`)"],
  ["SQL with a name", 'db.prepare("UPDATE bookings SET canceled = 1")'],
])("a write is found when it is made with %s", (_, code) => {
  expect(findWrites("app/routes/some.ts", code)).toEqual([{ table: "bookings", file: "app/routes/some.ts" }]);
});
