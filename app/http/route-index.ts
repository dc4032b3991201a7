import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";

const indexedSegments = 2;

/** Remix compares every route with the address three times a page, so each beginning of a path gets only its routes. */
export function createIndexedRequestHandler(build: ServerBuild): RequestHandler {
  const beginnings = new Set(Object.keys(build.routes).flatMap((id) => beginningsOfRoute(build.routes, id)));
  const handlers = new Map<string, RequestHandler>();
  return (request, context) => {
    const path = beginningsOf(new URL(request.url).pathname.split("/").slice(1).map(readSegment));
    const beginning = path.findLast((known) => beginnings.has(known)) ?? "";
    const handle = handlers.get(beginning) ?? createRequestHandler(buildForBeginning(beginning, build));
    handlers.set(beginning, handle);
    return handle(request, context);
  };
}

const buildForBeginning = (beginning: string, { routes, assets, ...build }: ServerBuild): ServerBuild => ({
  ...build,
  routes: routesForBeginning(beginning, routes),
  assets: { ...assets, routes: routesForBeginning(beginning, assets.routes) },
});

type Routes<Route> = Record<string, Route>;
type RoutePath = { parentId?: string; path?: string };

function routesForBeginning<Route extends RoutePath>(beginning: string, routes: Routes<Route>) {
  const known = ["", ...beginningsOf(beginning.split("/").slice(1))];
  return Object.fromEntries(
    Object.entries(routes).filter(([id]) => known.includes(beginningsOfRoute(routes, id).at(-1) ?? "")),
  );
}

/** Returns none if a route's path can start with anything or with nothing. */
function beginningsOfRoute(routes: Routes<RoutePath>, id: string): string[] {
  const segments = fullPathOfRoute(routes, id).split("/").filter(Boolean);
  const end = segments.findIndex((segment) => /^[:*]/.test(segment));
  return beginningsOf(segments.slice(0, end < 0 ? undefined : end).map((segment) => segment.toLowerCase()));
}

function fullPathOfRoute(routes: Routes<RoutePath>, id: string): string {
  const { parentId, path = "" }: RoutePath = routes[id] ?? {};
  return `${parentId ? fullPathOfRoute(routes, parentId) : ""}/${path}`;
}

/** "/dashboard" and "/dashboard/settings" */
const beginningsOf = (segments: string[]): string[] =>
  segments.slice(0, indexedSegments).map((_, i) => `/${segments.slice(0, i + 1).join("/")}`);

/** Reads a segment like Remix: decoded if possible, and in lower case. */
function readSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment.toLowerCase();
  }
}
