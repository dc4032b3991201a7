import type { LoaderFunctionArgs } from "@remix-run/cloudflare";

const disallowedPaths = [
  "/dashboard",
  "/onboarding",
  "/quiz",
  "/identity",
  "/payment",
  "/auth",
  "/avatars",
  "/dev",
];

export function loader({ request }: LoaderFunctionArgs) {
  const { origin } = new URL(request.url);
  const lines = [
    "User-agent: *",
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
