/** Workers can't compile WebAssembly at run time: wrangler passes it in as a compiled module. */
export { default as tables } from "./tables.wasm";
