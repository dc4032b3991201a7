import { useRouteLoaderData } from "@remix-run/react";

/** What the root loader returns to every page. */
export interface Visitor {
  origin: string;
  /** Null when nobody is signed in. */
  userName: string | null;
  /** Shown once, on the page after a form. */
  notice: string | null;
  /** The page about how the dinners went is on. */
  showsFigures: boolean;
}

/** Undefined when the root loader failed. */
export const useVisitor = () => useRouteLoaderData<Visitor>("root");
