export interface RouteHandle {
  /** The stylesheet of its pages. The landing page has one of its own, with the large footer and the navigation over the photo. */
  styles?: "site" | "app" | "quiz" | "landing";
  /** Run after the first paint, before those of every page. */
  scripts?: string[];
  /** What its error banner says where the page could not be loaded. */
  failure?: string;
  /** Its HTML stays as React made it, because a script lets React go on with it in the browser. */
  isHydrated?: boolean;
}
