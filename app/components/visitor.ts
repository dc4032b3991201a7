import { useRouteLoaderData } from "@remix-run/react";

/** What every page knows of whom it is shown to; the root's loader brings it. */
export interface Visitor {
  origin: string;
  /** Empty-handed when nobody is signed in. */
  userName: string | null;
  /** What has just happened, to be said once. */
  notice: string | null;
}

/** Nothing, where the root's own loader failed. */
export const useVisitor = () => useRouteLoaderData<Visitor>("root");
