import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { separateWords } from "#app/lib/separate-words.ts";

/** For loaders: a part of a page that needs no code in the browser. Shown by `StaticHtml`. */
export const renderStatic = (element: ReactElement): string => separateWords(renderToStaticMarkup(element));
