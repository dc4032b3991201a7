/** What each address of Cloudflare's API needs, as the form for a token calls it. */
const permissions = [
  [/\/d1\//, "D1"],
  [/\/r2\//, "Workers R2 Storage"],
  [/\/queues/, "Queues"],
  [/\/zones/, "Workers Routes"],
  [/\/workers\//, "Workers Scripts"],
] as const;

const where = "docs/operating/deploy.md says which token a club needs";

/** Says in a sentence why Cloudflare refused what wrangler asked for; undefined if it was something else. */
export function explainRefusal(output: string): string | undefined {
  if (/necessary to set a CLOUDFLARE_API_TOKEN|not authenticated|not logged in/i.test(output))
    return "Nobody is signed in at Cloudflare: run npm run wrangler -- login, or set CLOUDFLARE_API_TOKEN.";
  if (/code: (1000|6003|6111|9106)\]|Invalid (API|access) token/i.test(output))
    return `Cloudflare doesn’t know this API token: CLOUDFLARE_API_TOKEN is mistyped, or the token is deleted or expired. ${where}.`;
  if (/code: (10000|10001|9109)\]|could not be authenticated/i.test(output)) {
    const [, address = ""] = /Cloudflare API \((\S+)\) failed/.exec(output) ?? [];
    const needed = permissions.find(([pattern]) => pattern.test(`${address}/`))?.[1];
    return `Cloudflare refused it: the API token has no right to do this${needed ? `, which is “${needed}: Edit”` : ""}, or it is for another account than account_id in club.toml. ${where}.`;
  }
  return undefined;
}
