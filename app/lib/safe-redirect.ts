/** Returns the target if it stays on this site, else `home`. The URL parser handles tabs and backslashes as browsers do. */
export function safeRedirect(target: FormDataEntryValue | string | null | undefined, home: string): string {
  if (typeof target !== "string" || !target.startsWith("/")) return home;
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
  next ? `${path}?${new URLSearchParams({ next })}` : path;
