/** Programs refuse a redirect to a long address, and no page of ours has one. */
export const isShortPath = (path: string) => path.startsWith("/") && path.length < 500;

/** Returns the target if it stays on this site, else `home`. The URL parser handles tabs and backslashes as browsers do. */
export function safeRedirect(target: FormDataEntryValue | string | null | undefined, home: string): string {
  if (typeof target !== "string" || !isShortPath(target)) return home;
  const here = "https://here.invalid";
  try {
    const { origin, pathname, search, hash } = new URL(target, here);
    const path = `${pathname}${search}${hash}`;
    return origin === here && new URL(path, here).origin === here ? path : home;
  } catch {
    return home;
  }
}

export const withNext = (path: string, next: string | null) =>
  next && isShortPath(next) ? `${path}?${new URLSearchParams({ next })}` : path;
