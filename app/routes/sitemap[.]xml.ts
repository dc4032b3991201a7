import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { figuresPath, publicPages, showsFigures } from "#app/http/public-pages.ts";

export function loader({ request, context }: LoaderFunctionArgs) {
  const { origin } = new URL(request.url);
  const pages = [...publicPages, ...(showsFigures(context.env) ? [figuresPath] : [])];
  const urls = pages.map((path) => `<url><loc>${new URL(path, origin).href}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
