/** `npm run make:charts`: renders the tables and charts of docs/benchmarks.md from docs/benchmarks.json. */
import { readResults, writeBenchmarkDocs } from "./results.ts";

writeBenchmarkDocs(readResults());
