import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "#app/cli/project.mjs";

export interface DocumentedReceipt {
  own: { hash: string; salt: string | null; entry: string | null } | null;
  hashes: string[];
  frame: string;
  entriesHash: string;
  rulesVersion: number;
  seatingHash: string;
  standbyHash: string;
  tableHashes: string[];
  resultHash: string;
  ownGroup: {
    table: number | null;
    venue: string | null;
    salt: string;
    hash: string;
    hashes: string[];
  } | null;
  changes: { at: string; madeBy: string; what: string }[];
}

const [, block = ""] =
  /## Check your record[\s\S]*?```sh\n([\s\S]*?)```/.exec(
    readFileSync(join(root, "docs/match-records.md"), "utf8"),
  ) ?? [];

/** A command, and what the document says that it prints: `own.hash`, or `[]`. */
const commands = block
  .trim()
  .split("\n")
  .map((line) => {
    const [, command = "", expected = ""] = /^(.*\S)\s+# ([\w.[\]]+)/.exec(line) ?? [];
    return { command, expected };
  });

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hashLines = (...lines: (string | number)[]) => sha256(lines.join("\n"));
const without = (list: string[], ...others: string[][]) =>
  JSON.stringify(list.filter((item) => !others.flat().includes(item)));

/** The commands of the document in the same order, for machines without jq. */
const sameInNode: ((receipt: DocumentedReceipt) => string)[] = [
  ({ own }) => sha256(`${own?.salt}.${own?.entry}`),
  ({ frame, hashes }) => hashLines(frame, ...hashes.toSorted()),
  ({ ownGroup }) =>
    hashLines(
      ownGroup?.salt ?? "",
      ...(ownGroup?.venue ? [ownGroup.venue] : []),
      ...(ownGroup?.hashes.toSorted() ?? []),
    ),
  ({ entriesHash, rulesVersion, seatingHash, standbyHash, tableHashes }) =>
    hashLines(entriesHash, rulesVersion, seatingHash, standbyHash, ...tableHashes.toSorted()),
  ({ own, ownGroup }) => without([own?.hash ?? ""], ownGroup?.hashes ?? []),
  ({ hashes, ownGroup }) => without(ownGroup?.hashes ?? [], hashes),
  ({ tableHashes, standbyHash, ownGroup }) => without([ownGroup?.hash ?? ""], tableHashes, [standbyHash]),
];

const hasTools = ["jq", "sha256sum"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

/** Runs the commands of docs/match-records.md on a file, and returns what they should have printed and did not. */
export function runDocumentedChecks(receipt: DocumentedReceipt): string[] {
  if (commands.length !== sameInNode.length || commands.some(({ expected }) => !expected))
    throw new Error("The document has other commands than this file");
  const folder = mkdtempSync(join(tmpdir(), "oten-receipt-"));
  writeFileSync(join(folder, "oten-receipt.json"), JSON.stringify(receipt, null, 2));
  const run = (command: string) =>
    execFileSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" }).trim().replace(/\s+-$/, "");
  const failed = commands.flatMap(({ command, expected }, i) => {
    const printed = [sameInNode[i]?.(receipt), ...(hasTools ? [run(command)] : [])];
    const value = expected === "[]" ? "[]" : readPath(receipt, expected);
    return printed.every((each) => each === value) ? [] : [expected];
  });
  rmSync(folder, { recursive: true });
  return failed;
}

const readPath = (receipt: DocumentedReceipt, path: string): unknown =>
  path
    .split(".")
    .reduce((value: unknown, name) => (value as Record<string, unknown> | null)?.[name], receipt);
