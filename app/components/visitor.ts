import { useRouteLoaderData } from "@remix-run/react";
import type { Notice } from "#app/http/notice.ts";

/** What the root loader returns to every page. */
export interface Visitor {
  origin: string;
  /** Null when nobody is signed in. The id is a hash: it tells accounts apart, and no more. */
  user: { id: string; name: string } | null;
  notice: Notice | null;
  /** The page about how the dinners went is on. */
  showsFigures: boolean;
}

/** Undefined when the root loader failed. */
export const useVisitor = () => useRouteLoaderData<Visitor>("root");
