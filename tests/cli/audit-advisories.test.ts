import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Advisory, AdvisoryList } from "#app/cli/dependencies/advisories.ts";
import { serveAdvisories, serveRegistry } from "#tests/support/registry.ts";
import { runScript } from "#tests/support/run-script.ts";

const dayMs = 86_400_000;
const formatDay = (offsetDays: number) =>
  new Date(Date.now() + offsetDays * dayMs).toISOString().slice(0, 10);

const flaw: Advisory = {
  id: "GHSA-aaaa-bbbb-cccc",
  package: "left",
  range: "<1.3.0",
  severity: "high",
  title: "left goes right",
};

const answerOf = ({ id, range, severity, title }: Advisory) => ({
  id: 1,
  url: `https://github.com/advisories/${id}`,
  title,
  severity,
  vulnerable_versions: range,
  cwe: [],
  cvss: { score: 7.5, vectorString: null },
});

const reason = "We never call the function that has it.";

/** A project that deploys left 1.2.0 and needs right 1.0.0 for development. */
function makeProject(list: Partial<AdvisoryList> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "oten-audit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dependencies = { dependencies: { left: "1.2.0" }, devDependencies: { right: "1.0.0" } };
  const integrity = `sha512-${"A".repeat(86)}==`;
  const files = {
    "package.json": { name: "club", version: "1.0.0", ...dependencies },
    "package-lock.json": {
      name: "club",
      version: "1.0.0",
      lockfileVersion: 3,
      packages: {
        "": { name: "club", version: "1.0.0", ...dependencies },
        "node_modules/left": { version: "1.2.0", integrity },
        "node_modules/right": { version: "1.0.0", integrity, dev: true },
      },
    },
    "docs/advisories.json": { checkedOn: formatDay(0), coverage: "A test.", advisories: [], ...list },
  };
  mkdirSync(join(folder, "docs"));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(content));
  return folder;
}

const readList = (folder: string): AdvisoryList =>
  JSON.parse(readFileSync(join(folder, "docs/advisories.json"), "utf8"));

/** Nothing listens on port 9 of this machine. */
const noRegistry = "http://127.0.0.1:9/";

async function audit(folder: string, registry: string, ...args: string[]) {
  writeFileSync(join(folder, ".npmrc"), `registry=${registry}\ncache=${join(folder, "cache")}\n`);
  const script = "dependencies/audit-advisories.ts";
  return runScript(script, ["--folder", folder, ...args]);
}

test("a serious advisory of a deployed package fails, when the registry knows it", async () => {
  const registry = await serveRegistry(serveAdvisories({ left: [answerOf(flaw)] }));
  const { code, out, err } = await audit(makeProject(), registry);
  expect(out).toContain("Asked the registry.");
  expect(err).toContain("left 1.2.0: high, left goes right (GHSA-aaaa-bbbb-cccc)");
  expect(code).toBe(1);
});

test("a serious advisory of a development tool is only told", async () => {
  const registry = await serveRegistry(
    serveAdvisories({ right: [answerOf({ ...flaw, range: "<2.0.0", severity: "critical" })] }),
  );
  const { code, out, err } = await audit(makeProject(), registry);
  expect(out).toContain("Only in development tools: right (1)");
  expect([code, err]).toEqual([0, ""]);
});

test("a moderate advisory of a deployed package is only told", async () => {
  const registry = await serveRegistry(
    serveAdvisories({ left: [answerOf({ ...flaw, severity: "moderate" })] }),
  );
  const { code, out } = await audit(makeProject(), registry);
  expect(out).toContain("left 1.2.0: moderate");
  expect(code).toBe(0);
});

test("a service that knows nothing passes, whatever the old list says", async () => {
  const registry = await serveRegistry(serveAdvisories({}));
  expect(await audit(makeProject({ advisories: [flaw] }), registry)).toEqual({
    code: 0,
    out: "Asked the registry.\n",
    err: "",
  });
});

test("an accepted advisory passes until its day, and fails after it", async () => {
  const registry = await serveRegistry(serveAdvisories({ left: [answerOf(flaw)] }));
  const accept = (until: string) => makeProject({ advisories: [{ ...flaw, accepted: { reason, until } }] });
  const today = await audit(accept(formatDay(0)), registry);
  expect(today.out).toContain(`accepted until ${formatDay(0)}`);
  expect(today.code).toBe(0);
  const later = await audit(accept(formatDay(-1)), registry);
  expect(later.err).toContain(`was accepted until ${formatDay(-1)}`);
  expect(later.code).toBe(1);
});

test.each([
  ["is away", async () => noRegistry],
  ["answers 500", () => serveRegistry((_, response) => response.writeHead(500).end("broken"))],
  ["answers no JSON", () => serveRegistry((_, response) => response.end("<html>"))],
  ["never answers", () => serveRegistry(() => {})],
])("the committed list decides when the service %s", async (_, startRegistry) => {
  const registry = await startRegistry();
  const startedAt = Date.now();
  const short = ["--timeout-ms", "6000"];
  const fixedFlaw = { ...flaw, range: "<1.2.0" };
  const [vulnerable, fixed] = await Promise.all([
    audit(makeProject({ advisories: [flaw] }), registry, ...short),
    audit(makeProject({ advisories: [fixedFlaw] }), registry, ...short),
  ]);
  expect(vulnerable.out).toBe(`No audit service answered: using docs/advisories.json of ${formatDay(0)}.\n`);
  expect(vulnerable.err).toContain("left 1.2.0: high, left goes right (GHSA-aaaa-bbbb-cccc)");
  expect(vulnerable.code).toBe(1);
  expect(fixed).toMatchObject({ code: 0, err: "" });
  expect(Date.now() - startedAt).toBeLessThan(12_500);
});

test("a list of more than 90 days is used with a warning", async () => {
  const fresh = await audit(makeProject({ checkedOn: formatDay(-90) }), noRegistry);
  expect([fresh.code, fresh.err]).toEqual([0, ""]);
  const old = await audit(makeProject({ checkedOn: formatDay(-91) }), noRegistry);
  expect(old.err).toContain("docs/advisories.json is 91 days old");
  expect(old.code).toBe(0);
});

test("a list that is not valid is refused with its reason", async () => {
  const accepted = { reason: "Too short.", until: "soon" };
  const { code, err } = await audit(makeProject({ advisories: [{ ...flaw, accepted }] }), noRegistry);
  expect(err).toContain("accepted.until");
  expect(err).toContain("accepted.reason");
  expect(code).toBe(1);
});

test("--write takes over what the service says, and keeps acceptances and what catches a downgrade", async () => {
  const accepted = { reason, until: formatDay(30) };
  const downgrade: Advisory = { ...flaw, id: "GHSA-dddd-eeee-ffff", range: "<1.1.0" };
  const withdrawn: Advisory = { ...flaw, id: "GHSA-gggg-hhhh-jjjj" };
  const folder = makeProject({
    checkedOn: "2020-01-01",
    advisories: [{ ...flaw, title: "an old title", accepted }, downgrade, withdrawn],
  });
  const registry = await serveRegistry(serveAdvisories({ left: [answerOf(flaw)] }));
  expect(await audit(folder, registry, "--write")).toMatchObject({ code: 0, err: "" });
  expect(readList(folder)).toMatchObject({
    checkedOn: formatDay(0),
    advisories: [{ ...flaw, accepted }, downgrade],
  });
});

test("--write without a service leaves the list as it is", async () => {
  const folder = makeProject({ advisories: [flaw] });
  const before = readList(folder);
  const { code, err } = await audit(folder, noRegistry, "--write");
  expect(err).toContain("No audit service answered");
  expect(code).toBe(1);
  expect(readList(folder)).toEqual(before);
});
