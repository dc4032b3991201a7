import { globSync, readFileSync } from "node:fs";
import type { Club } from "./club.ts";
import { parsePage } from "./html.ts";
import type { RealRequest } from "./real-requests.ts";
import type { Route } from "./routes.ts";

interface Form {
  fields: Record<string, string>;
  /** Those of the fields, and others that the code reads. */
  names: string[];
}

/** What code reads from forms: `form.get("a")`, `textOf(form, "a")` and `const { a = "" } = await readForm(request)`. */
function findNames(code: string): string[] {
  const named = [...code.matchAll(/\bform(?:Data)?(?:\.\w+\(|, )"([\w-]+)"/g)];
  const unpacked = [...code.matchAll(/\{([^{}]*)\} = (?:await readForm|toStrings)\(/g)];
  const names = unpacked.flatMap(([, list = ""]) => list.split(",").map((one) => one.split(/[=:]/)[0] ?? ""));
  return [...new Set([...named.map(([, name = ""]) => name), ...names.map((name) => name.trim())])];
}

const readCode = (...patterns: string[]) =>
  globSync(patterns)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

/** Of all actions. */
export const formNames = findNames(readCode("app/**/*.{ts,tsx}"));

/** Of the files of one action, and of those that read its form elsewhere; app/http reads the forms of all. */
function findNamesOf({ id }: Route): string[] {
  const code = readCode(...[".ts", ".tsx", "/*.ts", "/*.tsx"].map((end) => `app/${id}${end}`));
  const elsewhere = [...code.matchAll(/ from "#(app\/(?!http\/)\S*form\S*\.ts)"/g)].map(
    ([, file = ""]) => file,
  );
  return findNames(code + readCode(...elsewhere));
}

/** What an action is sent: the real form, and the forms of its own page that do something else. */
export async function listForms(club: Club, route: Route, real: RealRequest): Promise<Form[]> {
  const page = await parsePage(await club.fetch(real.path, { headers: { Cookie: real.cookie } }));
  const toPath = (address: string) => new URL(address, club.url + real.path).pathname;
  const onPage = page
    .querySelectorAll("form[method=post]")
    .filter((form) => toPath(form.getAttribute("action") ?? "") === toPath(""))
    .map((form) => form.querySelectorAll("[name]").map(({ attributes }) => attributes))
    .map((fields) => Object.fromEntries(fields.map(({ name, value }) => [name, value ?? ""])));
  const forms = new Map([real.fields, ...onPage].map((fields) => [fields.intent ?? fields.say, fields]));
  forms.set(real.fields.intent ?? real.fields.say, real.fields);
  return [...forms].map(([what, fields]) => {
    const same = onPage.filter(({ intent, say }) => (intent ?? say) === what);
    const read = fields === real.fields ? findNamesOf(route) : [];
    return { fields, names: [...new Set([fields, ...same].flatMap(Object.keys).concat(read))] };
  });
}
