export interface RouteHandle {
  /** Ships React to the browser; without it the page has no React at all. */
  hydrates?: boolean;
  /** Uses the stylesheet of the React pages without hydrating. */
  appStyles?: boolean;
  /** Has its own stylesheet, the navigation over the photo and the large footer. */
  isLanding?: boolean;
}
