import type { AppLoadContext } from "@remix-run/cloudflare";

export const isSecure = ({ url }: Pick<Request, "url">) => new URL(url).protocol === "https:";

/** Browsers accept a __Host- cookie only over TLS, which a local club has not. */
export const cookieName = (request: Pick<Request, "url">, name: string) =>
  isSecure(request) ? `__Host-${name}` : name;

export function readCookie(request: Request, name: string): string | undefined {
  const prefix = `${cookieName(request, name)}=`;
  for (const pair of request.headers.get("Cookie")?.split(/;\s*/) ?? []) {
    if (pair.startsWith(prefix)) return pair.slice(prefix.length) || undefined;
  }
}

interface NewCookie {
  name: string;
  /** Only characters that need no encoding. */
  value: string;
  maxAgeSeconds: number;
}

export function setCookie(
  request: Request,
  { cookies }: AppLoadContext,
  { name, value, maxAgeSeconds }: NewCookie,
): void {
  // The loaders of one page may each set it.
  const earlier = cookies.findIndex((line) => line.startsWith(`${cookieName(request, name)}=`));
  if (earlier >= 0) cookies.splice(earlier, 1);
  const secure = isSecure(request) ? "; Secure" : "";
  cookies.push(
    `${cookieName(request, name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(maxAgeSeconds)}${secure}`,
  );
}

export const deleteCookie = (request: Request, context: AppLoadContext, name: string) =>
  setCookie(request, context, { name, value: "", maxAgeSeconds: 0 });
