import { spawnSync } from "node:child_process";
import { z } from "zod";
import type { Advisory } from "./advisories.ts";
import { parseJson } from "./parse-json.ts";

const reportSchema = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      // A string names another vulnerable package of the report.
      via: z.array(
        z.union([
          z.string(),
          z.object({
            source: z.union([z.number(), z.string()]),
            name: z.string(),
            title: z.string(),
            url: z.string(),
            severity: z.enum(["info", "low", "moderate", "high", "critical"]),
            range: z.string(),
          }),
        ]),
      ),
    }),
  ),
});

/** What `npm audit` says, or undefined when no service answers in time. */
export function askAuditService(folder: string, timeoutMs: number): Advisory[] | undefined {
  const { stdout } = spawnSync(
    "npm",
    [
      "audit",
      "--json",
      "--package-lock-only",
      "--include=dev",
      "--include=optional",
      "--fetch-retries=0",
      `--fetch-timeout=${timeoutMs}`,
    ],
    {
      cwd: folder,
      encoding: "utf8",
      timeout: timeoutMs,
      killSignal: "SIGKILL",
      maxBuffer: 64 * 2 ** 20,
      shell: process.platform === "win32",
    },
  );
  const report = reportSchema.safeParse(parseJson(stdout ?? ""));
  if (!report.success) return undefined;
  const advisories = new Map<string, Advisory>();
  for (const { via } of Object.values(report.data.vulnerabilities))
    for (const advisory of via) {
      if (typeof advisory === "string") continue;
      const { name, title, severity, range, source, url } = advisory;
      const id = /GHSA-[\w-]+$/.exec(url)?.[0] ?? String(source);
      advisories.set(`${name} ${id}`, { id, package: name, range, severity, title });
    }
  return [...advisories.values()];
}
