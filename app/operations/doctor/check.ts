import { minuteMs } from "#app/lib/time-units.ts";
import type { OperationContext } from "#app/operations/operation.ts";
import { plural } from "#app/operations/words.ts";

type State = "ok" | "look" | "broken" | "not asked";

/** What was found, and what to do if it is not right. */
export interface Check {
  what: string;
  state: State;
  found: string;
  todo?: string;
}

export const ok = (what: string, found: string): Check => ({ what, state: "ok", found });
export const look = (what: string, found: string, todo: string): Check => ({
  what,
  state: "look",
  found,
  todo,
});
export const broken = (what: string, found: string, todo: string): Check => ({
  what,
  state: "broken",
  found,
  todo,
});
export const notAsked = (what: string, found: string): Check => ({ what, state: "not asked", found });

export const agoOf = (at: Date, now: Date) =>
  `${plural(Math.max(0, Math.round((now.getTime() - at.getTime()) / minuteMs)), "minute")} ago`;

const timeoutMs = 5_000;

/** Returns undefined if nobody answers. */
export async function askJson(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  } catch {
    return undefined;
  }
}

const defaultDnsUrl = "https://cloudflare-dns.com/dns-query";

/** Checks the records that Resend needs at the domain of MAIL_FROM, according to DNS over HTTPS. */
export async function checkMailDomain({ env }: OperationContext): Promise<Check[]> {
  const domain = /@([^\s>]+)/.exec(env.MAIL_FROM ?? "")?.[1];
  if (!domain || env.DNS_URL === "off" || (env.APP_ENV === "local" && !env.DNS_URL))
    return [notAsked("mail domain", "a local club sends no emails, or DNS_URL is off")];
  const find = (name: string, pattern: RegExp) => findRecord(env.DNS_URL ?? defaultDnsUrl, name, pattern);
  const labels = domain.split(".");
  const parents = labels.slice(0, -1).map((_, i) => labels.slice(i).join("."));
  const [spf, dkim, dmarc] = await Promise.all([
    findFirst([`send.${domain}`, domain], (name) => find(name, /v=spf1/)),
    find(`resend._domainkey.${domain}`, /p=\w/),
    findFirst(parents, (name) => find(`_dmarc.${name}`, /v=DMARC1/)),
  ]);
  if (spf === undefined || dkim === undefined || dmarc === undefined)
    return [notAsked("mail domain", "DNS over HTTPS can’t be reached")];
  const add = `add the record that Resend shows for ${domain}, or emails are taken for spam`;
  return [
    spf ? ok("SPF", `is there for ${domain}`) : broken("SPF", `no record at send.${domain}`, add),
    dkim
      ? ok("DKIM", `is there for ${domain}`)
      : broken("DKIM", `no record at resend._domainkey.${domain}`, add),
    dmarc
      ? ok("DMARC", `is there for ${domain}`)
      : look("DMARC", `no record at _dmarc.${domain}`, 'add a TXT record there, such as "v=DMARC1; p=none"'),
  ];
}

async function findFirst(
  names: string[],
  find: (name: string) => Promise<boolean | undefined>,
): Promise<boolean | undefined> {
  const found = await Promise.all(names.map(find));
  return found.includes(true) || (found.includes(undefined) ? undefined : false);
}

/** Returns undefined if nobody answers. */
async function findRecord(dnsUrl: string, name: string, pattern: RegExp): Promise<boolean | undefined> {
  const url = `${dnsUrl}?name=${encodeURIComponent(name)}&type=TXT`;
  const answer = await askJson(url, { Accept: "application/dns-json" });
  if (answer?.status !== 200) return undefined;
  const { Answer: records = [] } = (answer.body ?? {}) as { Answer?: { data?: string }[] };
  // Long texts come in several quoted parts.
  return records.some(({ data = "" }) => pattern.test(data.replaceAll(/" ?"/g, "")));
}
