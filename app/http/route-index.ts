import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";

/** Remix compares every route with the address three times a page, so each first path segment gets a handler with only its routes. */
export function createIndexedRequestHandler(build: ServerBuild): RequestHandler {
  const segments = new Set(Object.keys(build.routes).map((id) => firstSegmentOfRoute(build.routes, id)));
  const handlers = new Map<string, RequestHandler>();
  return (request, context) => {
    const asked = firstSegmentOfPath(new URL(request.url).pathname);
    const segment = segments.has(asked) ? asked : "";
    const handle = handlers.get(segment) ?? createRequestHandler(buildForSegment(segment, build));
    handlers.set(segment, handle);
    return handle(request, context);
  };
}

const buildForSegment = (word: string, { routes, assets, ...build }: ServerBuild): ServerBuild => ({
  ...build,
  routes: routesForSegment(word, routes),
  assets: { ...assets, routes: routesForSegment(word, assets.routes) },
});

type Routes<Route> = Record<string, Route>;
type Place = { parentId?: string; path?: string };

const routesForSegment = <Route extends Place>(word: string, routes: Routes<Route>) =>
  Object.fromEntries(
    Object.entries(routes).filter(([id]) => ["", word].includes(firstSegmentOfRoute(routes, id))),
  );

/** Empty where a route's path may start with anything, or with nothing. */
function firstSegmentOfRoute(routes: Routes<Place>, id: string): string {
  const { parentId, path = "" }: Place = routes[id] ?? {};
  const above = parentId ? firstSegmentOfRoute(routes, parentId) : "";
  const [own = ""] = path.split("/");
  return above || (/^[:*]/.test(own) ? "" : own.toLowerCase());
}

/** As Remix reads it: decoded where possible, and in lower case. */
function firstSegmentOfPath(pathname: string): string {
  const [, word = ""] = pathname.split("/");
  try {
    return decodeURIComponent(word).toLowerCase();
  } catch {
    return word.toLowerCase();
  }
}
