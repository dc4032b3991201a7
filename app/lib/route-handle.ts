export interface RouteHandle {
  /** The page is a React app in the browser. Without this it ships no React at all. */
  hydrates?: boolean;
  /** Dressed like those that are, without being one. */
  appStyles?: boolean;
  /** The landing's frame: navigation over the photograph, the night below. */
  front?: boolean;
}
