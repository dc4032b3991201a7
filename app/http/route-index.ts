import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";

/**
 * The framework holds every route against an address, three times a page. Only those under its first word can fit, so
 * each word has a handler that knows no others; an address that starts with none of them gets what fits any.
 */
export function routeByWord(build: ServerBuild): RequestHandler {
  const words = new Set(Object.keys(build.routes).map((id) => firstWord(build.routes, id)));
  const handlers = new Map<string, RequestHandler>();
  return (request, context) => {
    const asked = askedWord(new URL(request.url).pathname);
    const word = words.has(asked) ? asked : "";
    const handle = handlers.get(word) ?? createRequestHandler(only(word, build));
    handlers.set(word, handle);
    return handle(request, context);
  };
}

const only = (word: string, { routes, assets, ...build }: ServerBuild): ServerBuild => ({
  ...build,
  routes: under(word, routes),
  assets: { ...assets, routes: under(word, assets.routes) },
});

type Routes<Route> = Record<string, Route>;
type Place = { parentId?: string; path?: string };

/** Those whose address starts with this word, or may start with any. */
const under = <Route extends Place>(word: string, routes: Routes<Route>) =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => ["", word].includes(firstWord(routes, id))));

/** Empty where an address may start with anything, or with nothing. */
function firstWord(routes: Routes<Place>, id: string): string {
  const { parentId, path = "" }: Place = routes[id] ?? {};
  const above = parentId ? firstWord(routes, parentId) : "";
  const [own = ""] = path.split("/");
  return above || (/^[:*]/.test(own) ? "" : own.toLowerCase());
}

/** As the framework reads it: decoded where that can be, large letters like small. */
function askedWord(pathname: string): string {
  const [, word = ""] = pathname.split("/");
  try {
    return decodeURIComponent(word).toLowerCase();
  } catch {
    return word.toLowerCase();
  }
}
