import { createHmac } from "node:crypto";
import { listKeys } from "#app/lib/signatures.server.ts";

export type Secrets = Parameters<typeof listKeys>[0];

export interface AccountKeys {
  /** Hashes to store, made with the club's present secret. */
  current: string[];
  /** Hashes to search for, which are also made with the previous secret. */
  known: string[];
}

interface Owner {
  email: string;
  /** The ids of Google accounts. */
  subjects?: readonly (string | null)[];
}

/** Hashes that recognize a person who signs up again, and that name nobody without the club's secret. */
export function makeAccountKeys(secrets: Secrets, { email, subjects = [] }: Owner): AccountKeys {
  const names = [
    `email ${canonical(email)}`,
    ...subjects.filter(Boolean).map((subject) => `google ${subject}`),
  ];
  const hashes = listKeys(secrets, "account key").map((key) =>
    names.map((name) => `${keyName(key)}.${hmac(key, name)}`),
  );
  return { current: hashes[0] ?? [], known: hashes.flat() };
}

/** The prefix of each hash that was made with the present secret. */
export const currentKeyName = (secrets: Secrets): string =>
  keyName(listKeys(secrets, "account key")[0] ?? "");

const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

const keyName = (key: string) => hmac(key, "name").slice(0, 6);

/** The first domain of a provider stands for all. The characters are those that it ignores in a name. */
const providers = [
  { domains: ["gmail.com", "googlemail.com"], unread: /\./g },
  { domains: ["proton.me", "protonmail.com", "protonmail.ch", "pm.me"], unread: /[._-]/g },
  { domains: ["icloud.com", "me.com", "mac.com"], unread: undefined },
];

/** Spells a domain as name servers know it: "sör.example" is "xn--sr-fka.example". */
function spellDomain(domain: string): string {
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}

/** One mailbox has many spellings: "anna+2@", with Gmail "a.n.n.a@", and at Apple "anna@me.com". */
function canonical(email: string): string {
  const at = email.lastIndexOf("@");
  const [name = ""] = email.slice(0, at).split("+");
  const domain = spellDomain(email.slice(at + 1));
  const provider = providers.find(({ domains }) => domains.includes(domain));
  return `${provider?.unread ? name.replace(provider.unread, "") : name}@${provider?.domains[0] ?? domain}`;
}
