import * as z from "zod";

/** Invisible and direction-changing characters, but not the variation selectors of Chinese, Japanese and Mongolian letters. */
const invisibleCharacters = /(?:[\p{C}\p{Z}\u2800]|(?!\p{VS})\p{DI}|(?<![\p{Ideo}\u1820-\u18aa])\p{VS})+/gu;

export const removeInvisible = (typed: string) => typed.replace(invisibleCharacters, " ").trim();

/** What email programs turn into a link, with the dots of all scripts: "anna@oten.example", "oten.example", but not "J.R.R.". */
const partOfAddress = /[/\\@]|[\p{L}\p{M}\p{N}][.\u3002](?:[\p{L}\p{M}\p{N}]{2}|\p{N})/u;

const hasAddress = (name: string) => partOfAddress.test(name.normalize("NFKC"));

const maxNameLength = 100;

export const personName = z
  .string()
  .transform(removeInvisible)
  .pipe(
    z
      .string()
      .max(maxNameLength, `A name can have at most ${maxNameLength} characters`)
      .refine(
        (name) => !hasAddress(name),
        "A name can’t have “/” or “@” in it, or look like a web address. After a full stop, leave a space.",
      ),
  );

/** Keeps the words of a name that are not an address, for names that were not typed on this site. */
export const cleanName = (given: string): string =>
  removeInvisible(given)
    .split(" ")
    .filter((word) => !hasAddress(word))
    .join(" ")
    .slice(0, maxNameLength);

/** The name under which the restaurants have the tables. */
export const reservedName = "Öten";

/** "z…@example.org": enough for its owner. */
export const maskEmail = (email: string) => email.replace(/^(.).*@/, "$1…@");

/** The address of a photo. It lacks the user id that its key in the bucket begins with. */
export const avatarAddress = (key: string | null | undefined): string | null =>
  key ? `/avatars/${key.slice(key.indexOf("/") + 1)}` : null;

/** As E.164, or undefined: "+36 (30) 555-0100" and "0036 30 555 0100" are +36305550100. */
export function readPhoneNumber(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s()/.\u00a0-]/g, "").replace(/^00/, "+");
  return /^\+[1-9]\d{7,14}$/.test(digits) ? digits : undefined;
}
