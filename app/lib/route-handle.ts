export interface RouteHandle {
  /** The stylesheet of its pages. The landing page has its own, with the large footer and the navigation over the photo. */
  styles?: "site" | "app" | "quiz" | "landing" | "desk";
  /** Scripts that run after the first paint, before those of every page. */
  scripts?: string[];
  /** The text of its error banner if the page could not be loaded. */
  failure?: string;
  /** Its HTML stays as React rendered it, because React continues with it in the browser. */
  isHydrated?: boolean;
}
