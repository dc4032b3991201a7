import type { HTMLAttributes } from "react";

interface StaticHtmlProps extends HTMLAttributes<HTMLDivElement> {
  /** Made by `renderStatic`, so that React has escaped every text in it. */
  html: string;
}

export const StaticHtml = ({ html, ...rest }: StaticHtmlProps) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by React on the server
  <div {...rest} dangerouslySetInnerHTML={{ __html: html }} />
);
