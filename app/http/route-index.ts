import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";

/** Remix compares every route with the address three times a page, so each first path segment gets a handler with only its routes. */
export function createIndexedRequestHandler(build: ServerBuild): RequestHandler {
  const segments = new Set(Object.keys(build.routes).map((id) => firstSegmentOfRoute(build.routes, id)));
  const handlers = new Map<string, RequestHandler>();
  return (request, context) => {
    const first = firstSegmentOfPath(new URL(request.url).pathname);
    const segment = segments.has(first) ? first : "";
    const handle = handlers.get(segment) ?? createRequestHandler(buildForSegment(segment, build));
    handlers.set(segment, handle);
    return handle(request, context);
  };
}

const buildForSegment = (segment: string, { routes, assets, ...build }: ServerBuild): ServerBuild => ({
  ...build,
  routes: routesForSegment(segment, routes),
  assets: { ...assets, routes: routesForSegment(segment, assets.routes) },
});

type Routes<Route> = Record<string, Route>;
type RoutePath = { parentId?: string; path?: string };

const routesForSegment = <Route extends RoutePath>(segment: string, routes: Routes<Route>) =>
  Object.fromEntries(
    Object.entries(routes).filter(([id]) => ["", segment].includes(firstSegmentOfRoute(routes, id))),
  );

/** Empty where a route's path may start with anything, or with nothing. */
function firstSegmentOfRoute(routes: Routes<RoutePath>, id: string): string {
  const { parentId, path = "" }: RoutePath = routes[id] ?? {};
  const parentSegment = parentId ? firstSegmentOfRoute(routes, parentId) : "";
  const [own = ""] = path.split("/");
  return parentSegment || (/^[:*]/.test(own) ? "" : own.toLowerCase());
}

/** As Remix reads it: decoded where possible, and in lower case. */
function firstSegmentOfPath(pathname: string): string {
  const [, segment = ""] = pathname.split("/");
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment.toLowerCase();
  }
}
