import { spawnSync } from "node:child_process";
import { z } from "zod";
import type { Advisory } from "./advisories.ts";
import { findPackageName, type Lock, listPackages } from "./lock.ts";
import { parseJson } from "./parse-json.ts";

const answerSchema = z.record(
  z.string(),
  z.array(
    z.object({
      id: z.union([z.number(), z.string()]),
      url: z.string(),
      title: z.string(),
      severity: z.enum(["info", "low", "moderate", "high", "critical"]),
      vulnerable_versions: z.string(),
    }),
  ),
);

/**
 * What the registry knows about the packages of the lock, or undefined when it does not answer in time. Asked as `npm audit`
 * asks; npm itself leaves an advisory out where it can't load the package's other versions.
 */
export async function askAuditService(
  folder: string,
  lock: Lock,
  timeoutMs: number,
): Promise<Advisory[] | undefined> {
  const versions: Record<string, string[]> = {};
  for (const [path, locked] of listPackages(lock)) {
    const name = findPackageName(path, locked);
    versions[name] = [...new Set([...(versions[name] ?? []), locked.version])];
  }
  const text = await post(`${findRegistry(folder)}-/npm/v1/security/advisories/bulk`, versions, timeoutMs);
  const answer = answerSchema.safeParse(parseJson(text ?? ""));
  if (!answer.success) return undefined;
  return Object.entries(answer.data).flatMap(([name, advisories]) =>
    advisories.map(({ id, url, title, severity, vulnerable_versions: range }) => ({
      id: /GHSA-[\w-]+$/.exec(url)?.[0] ?? String(id),
      package: name,
      range,
      severity,
      title,
    })),
  );
}

function findRegistry(folder: string): string {
  const { stdout } = spawnSync("npm", ["config", "get", "registry"], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  return stdout.trim().replace(/\/*$/, "/");
}

async function post(url: string, body: unknown, timeoutMs: number): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}
