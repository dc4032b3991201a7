import { readFileSync } from "node:fs";

const compile = (name: string) =>
  new WebAssembly.Module(readFileSync(new URL(`${name}.wasm`, import.meta.url)));

export const tables = compile("tables");
export const groups = compile("groups");
