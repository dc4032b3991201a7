import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { root } from "./project.mjs";

const place = /(?:file:\/\/[^\s()"\\]*\/)?entry\.worker\.js:(\d+):(\d+)/g;

let sourceMap: SourceMap | undefined;

/** Replaces positions in the minified Worker with files and lines of the project. */
export function mapStacks(text: string): string {
  return text.replace(place, (original, line, column) => {
    sourceMap ??= readSourceMap();
    const origin = sourceMap.findOrigin(Number(line), Number(column));
    if (!("fileName" in origin)) return original;
    const file = origin.fileName.replace(/^(\.\.\/)+/, "");
    return `${file}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

const readSourceMap = () =>
  new SourceMap(JSON.parse(readFileSync(join(root, "build/worker/entry.worker.js.map"), "utf8")));
