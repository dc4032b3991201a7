import { isBreached } from "./breached-passwords.server.ts";
import { commonPasswords } from "./common-passwords.ts";

interface Person {
  email: string;
  firstName: string;
  lastName: string;
}

const problems = {
  weak: "Please use at least 8 characters and the mix of Lowercase, Uppercase, and Numbers for password",
  own: "Don’t use your name or email as your password.",
  common: "Many people use this password, so it’s easy to guess. Choose another one.",
  breached: "This password was stolen from another site, so others know it. Choose another one.",
};

/** Says what is wrong with a new password, if anything is. */
export async function findPasswordProblem(
  env: Env,
  password: string,
  { email, firstName, lastName }: Person,
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
