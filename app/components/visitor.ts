import { useRouteLoaderData } from "@remix-run/react";
import type { Notice } from "#app/http/notice.ts";

/** What the root loader returns to every page. */
export interface Visitor {
  origin: string;
  /**
   * Null when nobody is signed in, undefined when the database could not say it. The id is a hash: it tells accounts apart, and no
   * more.
   */
  user: { id: string; name: string } | null | undefined;
  /** As far as is known: where the database fails, the browser's cookie tells it. */
  isSignedIn: boolean;
  notice: Notice | null;
  /** The page about how the dinners went is on. */
  showsFigures: boolean;
}

/** Undefined when the root loader failed. */
export const useVisitor = () => useRouteLoaderData<Visitor>("root");
