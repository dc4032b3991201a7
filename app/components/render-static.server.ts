import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** For loaders: a part of a page that needs no code in the browser. Shown by `StaticHtml`. */
export const renderStatic = (element: ReactElement): string => renderToStaticMarkup(element);
