import { readFileSync } from "node:fs";

export const tables = new WebAssembly.Module(readFileSync(new URL("tables.wasm", import.meta.url)));
