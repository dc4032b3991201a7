import type { MetaDescriptor, MetaFunction } from "@remix-run/cloudflare";
import { useRouteLoaderData } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { Help, Notice } from "#app/http/cookies.ts";
import { club } from "#club";

export interface RouteHandle {
  /** The stylesheet of its pages. The landing page has its own, with the large footer and the navigation over the photo. */
  styles?: "site" | "app" | "quiz" | "landing" | "desk";
  /** Scripts that run after the first paint, before those of every page. */
  scripts?: string[];
  /** The text of its error banner if the page could not be loaded. */
  failure?: string;
  /** Who opens it has a link of their own, so the header offers them Login instead of Get Started. */
  offersLogin?: boolean;
  /** Its HTML stays as React rendered it, because React continues with it in the browser. */
  isHydrated?: boolean;
}

interface LinkPreview {
  title: string;
  description: string;
  url: string;
}

const titled = (title: string): MetaDescriptor => ({ title: `${title} · ${club.name}` });

/** The head of a page that belongs to one person or to nobody. */
export const privatePage = (title: string): MetaDescriptor[] => [
  titled(title),
  { name: "robots", content: "noindex" },
];

/** The head of a public page: what search engines show, and what chats show when it is shared. */
export function publicPage({ title, description }: Omit<LinkPreview, "url">): MetaFunction {
  return ({ matches, location }) => {
    const origin = (matches.find((match) => match.id === "root")?.data as Visitor | undefined)?.origin;
    if (!origin) return [titled(title)];
    // Two slashes at the start don't lead to another site.
    const url = new URL(origin + location.pathname.toLowerCase()).href;
    return [
      titled(title),
      { name: "description", content: description },
      { tagName: "link", rel: "canonical", href: url },
      ...linkPreview({ title, description, url }),
    ];
  };
}

/** What chats show of a link. The picture is the club's own card, and the same for every page. */
export const linkPreview = ({ title, description, url }: LinkPreview): MetaDescriptor[] => [
  { property: "og:type", content: "website" },
  { property: "og:site_name", content: club.name },
  { property: "og:title", content: title },
  { property: "og:description", content: description },
  { property: "og:url", content: url },
  { property: "og:image", content: new URL("/social-card.jpg", url).href },
  { property: "og:image:width", content: "1200" },
  { property: "og:image:height", content: "630" },
  { property: "og:image:alt", content: "A table laid for five by candlelight" },
  { name: "twitter:card", content: "summary_large_image" },
];

interface ServerValues {
  /** For the scripts of this response. */
  nonce?: string;
  requestId?: string;
  /** The page's own title, which an error page keeps as its heading. */
  pageTitle?: string | undefined;
  /** The page's own sentence for its error banner. */
  failure?: string | undefined;
  /** Set on the day of a dinner. */
  help?: Help | undefined;
  /** The failed request: its path, and the fields of its form if they can be sent again. */
  failed?: { path: string; fields: [string, string][] | undefined };
}

export const ServerContext = createContext<ServerValues>({});

export const useServerContext = () => useContext(ServerContext);

/** What the root loader returns to every page. */
export interface Visitor {
  origin: string;
  /** Null if nobody is signed in, undefined if the database could not tell. The id is a hash that only tells accounts apart. */
  user: { id: string; name: string } | null | undefined;
  /** If the database fails, the browser's cookie decides. */
  isSignedIn: boolean;
  notice: Notice | null;
  /** True if the page about how the dinners went is on. */
  showsFigures: boolean;
}

/** Undefined when the root loader failed. */
export const useVisitor = () => useRouteLoaderData<Visitor>("root");

/** A script that a page needs besides `browser/every-page.ts`. It runs before `app-page.ts`, which skips what it has handled. */
export const PageScript = ({ src }: { src: string }) => (
  <script type="module" src={src} nonce={useServerContext().nonce} {...{ fetchpriority: "low" }} />
);
