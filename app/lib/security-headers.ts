/** Where a form may lead: Chromium holds the redirect after a POST to it too. */
const formTargets = "'self' https://accounts.google.com https://checkout.stripe.com";

const everywhere = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

export function withSecurityHeaders(response: Response, url: URL, nonce: string): Response {
  const secured = new Response(response.body, response);
  for (const [name, value] of Object.entries(everywhere)) secured.headers.set(name, value);
  if (url.protocol === "https:") {
    secured.headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains; preload");
  }
  if (!secured.headers.has("Content-Security-Policy")) {
    const isPage = secured.headers.get("Content-Type")?.startsWith("text/html") ?? false;
    secured.headers.set(
      "Content-Security-Policy",
      isPage ? pagePolicy(nonce) : "default-src 'none'; frame-ancestors 'none'",
    );
  }
  return secured;
}

function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
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
