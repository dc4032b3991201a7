import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, Links, Meta, Outlet, useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import fraunces from "#app/assets/fonts/fraunces-latin.woff2?url";
import inter from "#app/assets/fonts/inter-latin.woff2?url";
import { hashToken } from "#app/auth/device.server.ts";
import { findSignedIn } from "#app/auth/session.server.ts";
import appScript from "#app/browser/app-page.ts?worker&url";
import pageScript from "#app/browser/every-page.ts?worker&url";
import keptScript from "#app/browser/kept-page.ts?worker&url";
import unsavedScript from "#app/browser/send-unsaved.ts?worker&url";
import serviceWorker from "#app/browser/service-worker.ts?worker&url";
import { ErrorPage } from "#app/components/error-page.tsx";
import { Notice } from "#app/components/notice.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { PageLoading } from "#app/components/progress.tsx";
import { SiteLayout } from "#app/components/site-layout.tsx";
import { takeNotice } from "#app/http/cookies.ts";
import { showsFigures, speculationRules } from "#app/http/public-pages.ts";
import { errorMessage } from "#app/lib/error-messages.ts";
import { logError } from "#app/log.ts";
import appStyles from "#app/styles/app.css?url";
import deskStyles from "#app/styles/desk.css?url";
import landingStyles from "#app/styles/landing.css?url";
import quizStyles from "#app/styles/quiz.css?url";
import siteStyles from "#app/styles/site.css?url";
import { useServerContext, useVisitor, type Visitor } from "./components/page.tsx";

/** On a slow connection, the stylesheet comes first, so that the page is painted sooner; the fallback fonts are just as wide. */
const font = {
  rel: "preload",
  as: "font",
  type: "font/woff2",
  crossOrigin: "anonymous",
  fetchpriority: "low",
} as const;

export const links: LinksFunction = () => [
  { ...font, href: fraunces },
  { ...font, href: inter },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Visitor> {
  const session = await findSignedIn(context).catch((error: unknown) => {
    logError("the visitor was not looked up", error, { requestId: context.requestId });
    return undefined;
  });
  const { origin, pathname } = new URL(request.url);
  return {
    origin,
    user: session && { id: hashToken(session.userId), name: session.userName },
    isSignedIn: session === undefined ? context.cookies.get("session") !== undefined : session !== null,
    // This page redirects to the page that shows the notice.
    notice: pathname === "/onboarding" ? null : takeNotice(context),
    showsFigures: showsFigures(context.env),
  };
}

/**
 * These scripts come after the first paint, and the script of every page also after pictures and fonts. A hidden tab is never
 * painted, and a hash can change the page, so they come at once in both cases.
 */
const loadScripts = (scripts: string[]) =>
  `{const add=src=>document.head.append(Object.assign(document.createElement("script"),{type:"module",async:false,src})),first=()=>${JSON.stringify(scripts)}.forEach(add),last=()=>add("${pageScript}"),painted=run=>document.hidden?run():requestAnimationFrame(run);if(location.hash){first();last()}else{painted(first);addEventListener("load",()=>painted(last))}}`;

/** Only used when an error replaces the page. */
export const meta: MetaFunction = ({ error }) => {
  if (!error) return [];
  const { title } = isRouteErrorResponse(error) ? errorMessage(error.status, error.data) : errorMessage(500);
  return privatePage(title);
};

const stylesheets = {
  site: siteStyles,
  app: appStyles,
  quiz: quizStyles,
  landing: landingStyles,
  desk: deskStyles,
};

export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = useServerContext();
  const handles = useMatches().map((match) => match.handle as RouteHandle | undefined);
  const styles = handles.findLast((handle) => handle?.styles)?.styles ?? "site";
  const visitor = useVisitor();
  const isForDiners = styles === "app" || styles === "quiz";
  const scripts = [
    ...handles.flatMap((handle) => handle?.scripts ?? []),
    ...(isForDiners ? [appScript] : []),
    ...(isForDiners && visitor?.user ? [keptScript] : []),
    // Public pages need it too, because they have a button to sign out.
    ...(visitor?.user ? [unsavedScript] : []),
  ];
  return (
    <html
      lang="en"
      data-user-id={visitor?.user === null ? "" : visitor?.user?.id}
      data-user-name={visitor?.user?.name}
      data-worker={isForDiners ? serviceWorker : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf6ee" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#17110c" media="(prefers-color-scheme: dark)" />
        <Meta />
        <link rel="stylesheet" href={stylesheets[styles]} />
        <Links />
      </head>
      <body>
        <a
          href="#main"
          className="fixed top-3 left-3 z-30 [translate:0_-5rem] rounded-round bg-ink px-5 py-3 text-small font-strong text-paper focus:[translate:none]"
        >
          Skip to content
        </a>
        <Notice />
        <div className="relative flex grow flex-col">{children}</div>
        {isForDiners && <PageLoading />}
        <script
          type="module"
          nonce={nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: it has no file of its own, and the build names what is in it
          dangerouslySetInnerHTML={{ __html: loadScripts(scripts) }}
        />
        <script
          type="speculationrules"
          nonce={nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, which browsers do not load from a file
          dangerouslySetInnerHTML={{ __html: speculationRules }}
        />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** For routes without a layout, and for when not even the visitor could be loaded. */
export function ErrorBoundary() {
  return (
    <SiteLayout>
      <ErrorPage />
    </SiteLayout>
  );
}
