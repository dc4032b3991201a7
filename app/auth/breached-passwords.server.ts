import { createHash } from "node:crypto";

const defaultUrl = "https://api.pwnedpasswords.com";

/** Longer would be felt when registering; our own list of common passwords is checked anyway. */
const timeoutMs = 300;

/**
 * Whether the password is known from a breach of another site. Only the first five characters of its hash leave the club, and
 * the answer is padded, so that nobody on the way learns which password is meant.
 */
export async function isBreached(env: Env, password: string): Promise<boolean> {
  const url = env.BREACHED_PASSWORDS_URL ?? (env.APP_ENV === "local" ? "off" : defaultUrl);
  if (url === "off") return false;
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
  try {
    const response = await fetch(`${url}/range/${hash.slice(0, 5)}`, {
      headers: { "Add-Padding": "true" },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok && (await response.text()).split(/\r?\n/).some(isEntryOf(hash.slice(5)));
  } catch {
    return false;
  }
}

/** Padding has a count of zero. */
const isEntryOf = (suffix: string) => (line: string) => {
  const [listed, count] = line.split(":");
  return listed === suffix && Number(count) > 0;
};
