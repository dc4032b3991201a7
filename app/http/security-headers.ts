import { isSecure } from "./cookies.ts";

/** Chromium also applies form-action to the redirect after a POST. */
const formTargets = "'self' https://accounts.google.com https://checkout.stripe.com";

const headersForAll = Object.entries({
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
});

const strictTransport = "max-age=63072000; includeSubDomains";

const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Changes the response itself, because a copy would turn a body of known length into a stream. */
export function setSecurityHeaders(
  { headers }: Response,
  request: Request,
  { env, nonce, showsTurnstile = false }: { env: Env; nonce: string; showsTurnstile?: boolean },
): void {
  for (const [name, value] of headersForAll) headers.set(name, value);
  // Browsers keep a preloaded domain for months, so an operator has to ask for it.
  const preload = env.HSTS_PRELOAD === "yes" ? "; preload" : "";
  if (isSecure(request)) headers.set("Strict-Transport-Security", strictTransport + preload);
  if (headers.has("Content-Security-Policy")) return;
  const isPage = headers.get("Content-Type")?.startsWith("text/html");
  headers.set("Content-Security-Policy", isPage ? pagePolicy(nonce, showsTurnstile) : closedPolicy);
}

function pagePolicy(nonce: string, showsTurnstile: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    ...(showsTurnstile ? ["frame-src https://challenges.cloudflare.com"] : []),
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action ${formTargets}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
