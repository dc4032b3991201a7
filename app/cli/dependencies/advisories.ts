import semver from "semver";
import { z } from "zod";
import { findPackageName, isProduction, type Lock, listPackages } from "./lock.ts";

const day = z.iso.date();
const severities = ["info", "low", "moderate", "high", "critical"] as const;

const advisorySchema = z.strictObject({
  id: z.string().min(1),
  package: z.string().min(1),
  range: z.string().refine((range) => semver.validRange(range) !== null, "is not a range of versions"),
  severity: z.enum(severities),
  title: z.string().min(1),
  accepted: z.strictObject({ reason: z.string().min(20), until: day }).optional(),
});

export const advisoryListSchema = z.strictObject({
  checkedOn: day,
  coverage: z.string().min(1),
  advisories: z.array(advisorySchema),
});

export type Advisory = z.infer<typeof advisorySchema>;
export type AdvisoryList = z.infer<typeof advisoryListSchema>;

interface Finding {
  advisory: Advisory;
  versions: string[];
  isDeployed: boolean;
}

export interface Verdict {
  blocking: string[];
  notes: string[];
}

const dayMs = 86_400_000;
const maxListAgeDays = 90;

/** Each advisory that concerns a locked version. */
export function findVulnerable(lock: Lock, advisories: Advisory[]): Finding[] {
  const packages = listPackages(lock);
  return advisories.flatMap((advisory) => {
    const hits = packages.filter(
      ([path, locked]) =>
        findPackageName(path, locked) === advisory.package &&
        semver.satisfies(locked.version, advisory.range, { includePrerelease: true }),
    );
    if (hits.length === 0) return [];
    const versions = [...new Set(hits.map(([, { version }]) => version))];
    return [{ advisory, versions, isDeployed: hits.some(([, locked]) => isProduction(locked)) }];
  });
}

/** A high or critical advisory of a deployed package blocks unless it is accepted; so does an acceptance that is over. */
export function judge(lock: Lock, advisories: Advisory[], now: Date): Verdict {
  const today = now.toISOString().slice(0, 10);
  const blocking: string[] = [];
  const notes: string[] = [];
  const tools = new Map<string, number>();
  const found = findVulnerable(lock, advisories);
  for (const { advisory, versions, isDeployed } of found) {
    const { accepted, severity } = advisory;
    const line = `${advisory.package} ${versions.join(", ")}: ${severity}, ${advisory.title} (${advisory.id})`;
    if (!isDeployed) tools.set(advisory.package, (tools.get(advisory.package) ?? 0) + 1);
    else if (accepted && accepted.until < today)
      blocking.push(`${line}: was accepted until ${accepted.until}`);
    else if (accepted) notes.push(`${line}: accepted until ${accepted.until}`);
    else if (severity === "high" || severity === "critical") blocking.push(line);
    else notes.push(line);
  }
  if (tools.size > 0)
    notes.push(
      `Only in development tools: ${[...tools].map(([name, count]) => `${name} (${count})`).join(", ")}`,
    );
  const concerned = new Set(found.map(({ advisory }) => advisory));
  for (const advisory of advisories)
    if (advisory.accepted && !concerned.has(advisory))
      notes.push(`${advisory.package} has left the range of ${advisory.id}: it needs no acceptance anymore`);
  return { blocking, notes };
}

const keyOf = ({ id, package: name }: Advisory) => `${name} ${id}`;

/** What a service says, with what we have accepted. */
export function addAcceptances(answer: Advisory[], list: AdvisoryList): Advisory[] {
  const acceptances = new Map(list.advisories.map((advisory) => [keyOf(advisory), advisory.accepted]));
  return answer.map((advisory) => {
    const accepted = acceptances.get(keyOf(advisory));
    return accepted ? { ...advisory, accepted } : advisory;
  });
}

/** A service names only what concerns the lock, so the other advisories stay: they catch a downgrade. */
export function refreshList(lock: Lock, answer: Advisory[], list: AdvisoryList, now: Date): AdvisoryList {
  const known = new Set(answer.map(keyOf));
  const concerned = new Set(findVulnerable(lock, list.advisories).map(({ advisory }) => advisory));
  const kept = list.advisories.filter((advisory) => !known.has(keyOf(advisory)) && !concerned.has(advisory));
  return {
    checkedOn: now.toISOString().slice(0, 10),
    coverage: "What npm audit knows about every package of package-lock.json, and older entries.",
    advisories: [...addAcceptances(answer, list), ...kept].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  };
}

export function describeAge(list: AdvisoryList, now: Date): string | undefined {
  const ageDays = Math.floor((now.getTime() - Date.parse(list.checkedOn)) / dayMs);
  if (ageDays <= maxListAgeDays) return undefined;
  return `Warning: docs/advisories.json is ${ageDays} days old. Refresh it online with npm run audit:advisories -- --write.`;
}
