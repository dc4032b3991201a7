export function readCookie(request: Request, name: string): string | undefined {
  for (const pair of request.headers.get("Cookie")?.split(/;\s*/) ?? []) {
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1) || undefined;
  }
}
