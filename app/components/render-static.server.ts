import type { AppLoadContext } from "@remix-run/cloudflare";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { separateWords } from "#app/lib/separate-words.ts";
import type { StaticPart } from "./static-html.tsx";

/** For parts of a page that need no code in the browser. */
export const renderStatic = (element: ReactElement): string => separateWords(renderToStaticMarkup(element));

/** The same for loaders. Shown by `StaticHtml`. */
export function renderPart({ parts }: AppLoadContext, element: ReactElement): StaticPart {
  const html = renderStatic(element);
  return parts ? { number: parts.push(html) - 1 } : html;
}
