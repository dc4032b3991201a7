/** Keeps where the visitor was going while they sign in. */
export const withNext = (path: string, next: string | null) =>
  next ? `${path}?${new URLSearchParams({ next })}` : path;
