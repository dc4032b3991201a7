import type { MetaDescriptor } from "@remix-run/cloudflare";

interface PageMeta {
  title: string;
  description?: string;
  /** Absolute, so that crawlers and chat previews find the picture. */
  origin?: string;
  path?: string;
}

/** A page's head: its title, and for pages the world may see, what search and chats show of it. */
export function pageMeta({ title, description, origin, path }: PageMeta): MetaDescriptor[] {
  const name = { title: `${title} · Öten` };
  if (!description || !origin || !path) return [name, { name: "robots", content: "noindex" }];
  const url = new URL(path, origin).href;
  return [
    name,
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: "Öten" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: new URL("/social-card.png", origin).href },
    { property: "og:image:alt", content: "A table for five by candlelight, one chair free" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
