import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { RefusalPage } from "#app/components/refusal-page.tsx";
import { renderStatic } from "#app/components/render-static.server.ts";
import { errorMessage } from "#app/lib/error-messages.ts";
import siteStyles from "#app/styles/site.css?url";

const titles: Record<number, string> = {
  403: "We couldn’t accept this form",
  413: "That’s too long",
};

/** Answers requests that the Worker refuses before their route. */
export function loader({ context: { refusal } }: LoaderFunctionArgs) {
  const status = refusal?.status ?? 404;
  const { title, text } = errorMessage(status);
  const page = { title: titles[status] ?? title, text: refusal?.text ?? text };
  const html = renderStatic(<RefusalPage {...page} stylesheet={siteStyles} />);
  const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "private, no-store" };
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}
