import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serveRegistry } from "#tests/support/registry.ts";
import { runScript } from "#tests/support/run-script.ts";

test("a missing hash is added where the registry knows it, and the rest is named", async () => {
  const integrity = `sha512-${"B".repeat(86)}==`;
  const version = { name: "binary-for-mac", version: "1.0.0", dist: { integrity } };
  const registry = await serveRegistry((request, response) => {
    const isKnown = request.url === "/binary-for-mac";
    response
      .writeHead(isKnown ? 200 : 404, { "content-type": "application/json" })
      .end(
        JSON.stringify(
          isKnown
            ? { name: version.name, "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": version } }
            : {},
        ),
      );
  });
  const folder = mkdtempSync(join(tmpdir(), "oten-integrity-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, ".npmrc"), `registry=${registry}\ncache=${join(folder, "cache")}\n`);
  const lockFile = join(folder, "package-lock.json");
  const lock = (mac: object) => ({
    name: "club",
    version: "1.0.0",
    lockfileVersion: 3,
    packages: {
      "": { name: "club", version: "1.0.0" },
      "node_modules/binary-for-mac": { version: "1.0.0", ...mac, optional: true, os: ["darwin"] },
      "node_modules/binary-for-sun": { version: "1.0.0", optional: true, os: ["sunos"] },
    },
  });
  writeFileSync(lockFile, JSON.stringify(lock({})));

  const { code, out, err } = await runScript("dependencies/make-integrity.ts", ["--folder", folder]);
  expect(out).toBe("1 of 2 missing hashes added.\n");
  expect(err).toContain("binary-for-sun@1.0.0");
  expect(code).toBe(1);
  expect(readFileSync(lockFile, "utf8")).toBe(`${JSON.stringify(lock({ integrity }), null, 2)}\n`);
});
