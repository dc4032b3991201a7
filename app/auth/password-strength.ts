import { commonPasswords } from "./common-passwords.ts";

export const weakPasswordMessage =
  "Please use at least 8 characters and the mix of Lowercase, Uppercase, and Numbers for password";

interface Person {
  email: string;
  firstName: string;
  lastName: string;
}

/** Long and mixed enough, not one of the 10,000 most common, and not the person's own name or address. */
export function isStrongPassword(password: string, { email, firstName, lastName }: Person): boolean {
  const mixed = /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password) && /\d/.test(password);
  if (password.length < 8 || !mixed) return false;
  const plain = password.toLowerCase();
  if (commonPasswords.has(plain)) return false;
  const own = [email, email.split("@")[0] ?? "", firstName, lastName].map((word) => word.toLowerCase());
  return !own.some((word) => word.length >= 3 && withoutDigits(plain) === withoutDigits(word));
}

/** "Reka1990" is still Réka's name with a number behind it. */
const withoutDigits = (word: string) => word.normalize("NFD").replace(/[^\p{L}]/gu, "");
