import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** One of OWASP's recommended sets: N=2^15, r=8, p=3, which needs 32 MB. */
const currentParameters = { ln: 15, r: 8, p: 3 };
const keyLength = 32;

/** `$scrypt$ln=15,r=8,p=3$salt$hash`: hashes with older parameters still verify. */
export async function hashPassword(password: string, salt = randomBytes(16)): Promise<string> {
  const key = await derive(password, salt, currentParameters);
  return `$scrypt$ln=${currentParameters.ln},r=${currentParameters.r},p=${currentParameters.p}$${salt.toString("base64")}$${key.toString("base64")}`;
}

/** With the same salt, by which the database tells it from a changed password. */
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
