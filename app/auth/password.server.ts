import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { commonPasswords } from "./common-passwords.ts";

/** One of OWASP's recommended sets: N=2^15, r=8, p=3, which needs 32 MB. */
const currentParameters = { ln: 15, r: 8, p: 3 };
const keyLength = 32;

/** `$scrypt$ln=15,r=8,p=3$salt$hash`: hashes with older parameters still verify. */
export async function hashPassword(password: string, salt = randomBytes(16)): Promise<string> {
  const key = await derive(password, salt, currentParameters);
  return `$scrypt$ln=${currentParameters.ln},r=${currentParameters.r},p=${currentParameters.p}$${salt.toString("base64")}$${key.toString("base64")}`;
}

/** Keeps the salt, by which the database tells a rehash from a changed password. */
export const rehashPassword = (password: string, stored: string): Promise<string> =>
  hashPassword(password, parse(stored).salt);

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const { parameters, salt, key } = parse(stored);
  return timingSafeEqual(await derive(password, salt, parameters), key);
}

export function isOutdated(stored: string): boolean {
  const { parameters } = parse(stored);
  return (
    parameters.ln !== currentParameters.ln ||
    parameters.r !== currentParameters.r ||
    parameters.p !== currentParameters.p
  );
}

function parse(stored: string) {
  const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!match) throw new Error("A stored password hash has an unknown format");
  const [, ln, r, p, salt = "", key = ""] = match;
  return {
    parameters: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64"),
    key: Buffer.from(key, "base64"),
  };
}

function derive(password: string, salt: Buffer, { ln, r, p }: typeof currentParameters): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyLength, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Workers hash on the thread that handles all requests. */
const maxHashing = 2;
const maxWaiting = 8;
const roundMs = 50;
const maxRounds = 80;

interface Turn {
  isHashing: boolean;
  /** An aborted request never ends its turn. */
  lostAt: number;
}

/** One map for each isolate. */
const turns = new Map<AppLoadContext, Turn>();

/** Waits up to a few seconds until this request can hash a password; false if too many others are waiting. */
export async function takeHashingTurn(context: AppLoadContext): Promise<boolean> {
  for (let round = 0; round < maxRounds; round++) {
    const now = Date.now();
    for (const [other, { lostAt }] of turns) if (lostAt < now) turns.delete(other);
    const hashingCount = [...turns.values()].filter(({ isHashing }) => isHashing).length;
    if (!turns.has(context) && turns.size >= maxHashing + maxWaiting) return false;
    const isHashing = hashingCount < maxHashing;
    turns.set(context, { isHashing, lostAt: now + 10_000 });
    if (isHashing) {
      context.releaseHashingTurn = () => turns.delete(context);
      return true;
    }
    await scheduler.wait(roundMs);
  }
  turns.delete(context);
  return false;
}

const problems = {
  weak: "Please use at least 8 characters and the mix of Lowercase, Uppercase, and Numbers for password",
  own: "Don’t use your name or email as your password.",
  common: "Many people use this password, so it’s easy to guess. Choose another one.",
  breached: "This password was stolen from another site, so others know it. Choose another one.",
};

export async function findPasswordProblem(
  env: Env,
  password: string,
  { email, firstName, lastName }: { email: string; firstName: string; lastName: string },
): Promise<string | undefined> {
  const mixed = /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password) && /\d/.test(password);
  if (password.length < 8 || !mixed) return problems.weak;
  const plain = password.toLowerCase();
  if (commonPasswords.has(plain)) return problems.common;
  const own = [email, email.split("@")[0] ?? "", firstName, lastName].map((word) => word.toLowerCase());
  if (own.some((word) => word.length >= 3 && withoutDigits(plain) === withoutDigits(word)))
    return problems.own;
  return (await isBreached(env, password)) ? problems.breached : undefined;
}

/** "Reka1990" is still Réka's name with a number behind it. */
const withoutDigits = (word: string) => word.normalize("NFD").replace(/[^\p{L}]/gu, "");

const defaultUrl = "https://api.pwnedpasswords.com";

/** A longer wait would be noticed when registering. Our own list of common passwords is checked anyway. */
const timeoutMs = 300;

/** Only the first five characters of the hash leave the club, and the padded answer hides which password is meant. */
async function isBreached(env: Env, password: string): Promise<boolean> {
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
