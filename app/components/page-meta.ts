import type { MetaDescriptor, MetaFunction } from "@remix-run/cloudflare";
import type { Visitor } from "./page-context.tsx";

export interface RouteHandle {
  /** The stylesheet of its pages. The landing page has its own, with the large footer and the navigation over the photo. */
  styles?: "site" | "app" | "quiz" | "landing";
  /** Scripts that run after the first paint, before those of every page. */
  scripts?: string[];
  /** The text of its error banner if the page could not be loaded. */
  failure?: string;
  /** Its HTML stays as React rendered it, because React continues with it in the browser. */
  isHydrated?: boolean;
}

const titled = (title: string): MetaDescriptor => ({ title: `${title} · Öten` });

/** The head of a page that belongs to one person or to nobody. */
export const privatePage = (title: string): MetaDescriptor[] => [
  titled(title),
  { name: "robots", content: "noindex" },
];

interface PublicPage {
  title: string;
  description: string;
}

/** The head of a public page: what search engines show, and what chats show when it is shared. */
export function publicPage({ title, description }: PublicPage): MetaFunction {
  return ({ matches, location }) => {
    const origin = (matches.find((match) => match.id === "root")?.data as Visitor | undefined)?.origin;
    if (!origin) return [titled(title)];
    // Two slashes at the start don't lead to another site.
    const url = new URL(origin + location.pathname.toLowerCase()).href;
    return [
      titled(title),
      { name: "description", content: description },
      { tagName: "link", rel: "canonical", href: url },
      { property: "og:type", content: "website" },
      { property: "og:site_name", content: "Öten" },
      { property: "og:title", content: title },
      { property: "og:description", content: description },
      { property: "og:url", content: url },
      { property: "og:image", content: new URL("/social-card.jpg", origin).href },
      { property: "og:image:alt", content: "A table laid for five by candlelight" },
      { name: "twitter:card", content: "summary_large_image" },
    ];
  };
}
