/**
 * Where to go on, if it is a place of ours, and home otherwise. The browser's own parser decides what an address
 * means: tabs, backslashes and all.
 */
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
