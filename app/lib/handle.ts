/** What a route says about itself in its `handle`. */
export interface RouteHandle {
  /** The page is a React app in the browser. Without this it ships no React at all. */
  hydrates?: boolean;
  /** The landing's frame: navigation over the photograph, the night below. */
  front?: boolean;
}
