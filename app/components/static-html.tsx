import type { HTMLAttributes } from "react";
import { useServerContext } from "./server-context.tsx";
import { savedParts } from "./static-parts.ts";

/** HTML, or its number in the document where React finds it, so that no document holds it twice. */
export type StaticPart = string | { number: number };

interface StaticHtmlProps extends HTMLAttributes<HTMLDivElement> {
  /** Made by `renderStatic`, so that React has escaped every text in it. */
  html: StaticPart;
}

export function StaticHtml({ html, ...rest }: StaticHtmlProps) {
  const { parts = savedParts } = useServerContext();
  const number = typeof html === "string" ? undefined : html.number;
  const text = typeof html === "string" ? html : parts[html.number];
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: made by React on the server
    <div {...rest} data-part={number} dangerouslySetInnerHTML={{ __html: text ?? "" }} />
  );
}
