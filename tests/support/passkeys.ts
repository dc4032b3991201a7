import { beVerified, createFormPost } from "./accounts.ts";
import type { Club } from "./club.ts";
import {
  type Algorithm,
  type Deviations,
  type PasskeyOptions,
  SoftwareAuthenticator,
} from "./software-authenticator.ts";

type Purpose = "register" | "sign-in" | "verify";

export const fetchOptions = (club: Club, purpose: Purpose, cookie = "") =>
  club.fetch("/auth/passkey-options", { ...createFormPost({ purpose }), headers: { Cookie: cookie } });

export const readOptions = async (club: Club, purpose: Purpose, cookie = "") =>
  (await (await fetchOptions(club, purpose, cookie)).json()) as PasskeyOptions;

export const postCredential = (
  club: Club,
  path: string,
  credential: string,
  { cookie = "", ...fields }: Record<string, string> & { cookie?: string } = {},
) => club.fetch(path, { ...createFormPost({ credential, ...fields }), headers: { Cookie: cookie } });

export const sendNewPasskey = (club: Club, cookie: string, credential: string) =>
  postCredential(club, "/dashboard/settings/security", credential, { cookie, intent: "add-passkey" });

export const removePasskey = (club: Club, cookie: string, credentialId: string) =>
  postCredential(club, "/dashboard/settings/security", credentialId, { cookie, intent: "remove-passkey" });

/** Verifies whoever has this session with their password, and adds a passkey to their account. */
export async function addPasskey(
  club: Club,
  cookie: string,
  algorithm?: Algorithm,
  deviations: Deviations = {},
) {
  await beVerified(club, cookie);
  const authenticator = new SoftwareAuthenticator(new URL(club.url).origin, algorithm);
  const credential = authenticator.register(await readOptions(club, "register", cookie), deviations);
  const added = await sendNewPasskey(club, cookie, credential);
  if (added.status !== 302) throw new Error(`The passkey was not added: ${added.status}`);
  return authenticator;
}

/** Signs in as the login page does. */
export async function signInWithPasskey(
  club: Club,
  authenticator: SoftwareAuthenticator,
  deviations: Deviations = {},
  fields: Record<string, string> = {},
): Promise<Response> {
  const credential = authenticator.assert(await readOptions(club, "sign-in"), deviations);
  return postCredential(club, "/login", credential, fields);
}

export const newAuthenticator = (club: Club) => new SoftwareAuthenticator(new URL(club.url).origin);

/** As if the password or a passkey had not been asked for. */
export const forgetVerification = ({ binding }: Club) =>
  binding.exec("UPDATE sessions SET verified_at = null");

/** For statements that select `count(*)`. */
export const countRows = async ({ binding }: Club, sql: string, ...parameters: unknown[]) =>
  (await binding
    .prepare(sql)
    .bind(...parameters)
    .first<number>("count(*)")) ?? 0;
