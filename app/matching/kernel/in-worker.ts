/** Workers can't compile WebAssembly at run time: wrangler passes these in as compiled modules. */
export { default as groups } from "./groups.wasm";
export { default as tables } from "./tables.wasm";
