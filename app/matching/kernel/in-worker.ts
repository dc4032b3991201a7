/** Workers compile nothing as they run: wrangler hands them these as modules. */
export { default as groups } from "./groups.wasm";
export { default as tables } from "./tables.wasm";
