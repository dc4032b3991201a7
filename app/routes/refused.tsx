import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { renderToStaticMarkup } from "react-dom/server";
import { MessagePage } from "#app/components/error-page.tsx";
import { SlimFooter } from "#app/components/site-layout.tsx";
import { Logo } from "#app/components/table-drawing.tsx";
import { showsFigures } from "#app/http/public-pages.ts";
import { errorMessage } from "#app/lib/error-messages.ts";
import siteStyles from "#app/styles/site.css?url";
import { club } from "#club";

/** Answers requests that the Worker refuses before their route. Only a route knows the stylesheet's address. */
export function loader({ context: { failure: { status = 404 } = {}, env } }: LoaderFunctionArgs) {
  const html = renderToStaticMarkup(
    <RefusalPage {...errorMessage(status)} showsFigures={showsFigures(env)} />,
  );
  return new Response(`<!DOCTYPE html>${html}`, {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8" },
  });
}

interface RefusalPageProps {
  title: string;
  text: string;
  /** True if the page about how the dinners went is on. */
  showsFigures: boolean;
}

/** No scripts: a request from another site has no cookies, so a script would tell other tabs that nobody is signed in. */
const RefusalPage = ({ title, text, showsFigures }: RefusalPageProps) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="theme-color" content="#fbf6ee" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#17110c" media="(prefers-color-scheme: dark)" />
      <meta name="robots" content="noindex" />
      <title>{`${title} · ${club.name}`}</title>
      <link rel="stylesheet" href={siteStyles} />
    </head>
    <body>
      <main id="main" tabIndex={-1} className="grow outline-none">
        <p className="page-width pt-4">
          <Logo />
        </p>
        <MessagePage title={title} text={text} />
      </main>
      <SlimFooter showsFigures={showsFigures} />
    </body>
  </html>
);
