interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: { loader?: unknown; action?: unknown; default?: unknown };
}

export interface Route {
  id: string;
  /** As Remix matches it, for example `/bookings/:id/cancel`. */
  path: string;
  hasLoader: boolean;
  hasAction: boolean;
  /** Without a component, the route answers with something else than a page. */
  isPage: boolean;
  /** Only around other routes: its address shows the page of another route. */
  isLayout: boolean;
}

/** Read from the build, so that new routes are tested too. */
export const { routes: builtRoutes } = (await import("../../build/server/index.js" as string)) as {
  routes: Record<string, BuiltRoute>;
};

export const joinPath = ({ path = "", parentId }: BuiltRoute): string => {
  const parent = parentId ? builtRoutes[parentId] : undefined;
  return `${parent ? joinPath(parent) : ""}/${path}`.replace(/\/+/g, "/");
};

const children = Map.groupBy(Object.values(builtRoutes), ({ parentId }) => parentId);

/** The settings are a page, with and without a form in one of their rows. */
const isLayout = ({ id, path }: BuiltRoute) =>
  children.has(id) && (!path || children.get(id)?.some(({ index }) => index) === true);

const isOfDesk = ({ path }: Route) => path === "/desk" || path.startsWith("/desk/");

const allRoutes: Route[] = Object.values(builtRoutes)
  .map((route) => ({
    id: route.id,
    path: joinPath(route).replace(/(?<=.)\/$/, ""),
    hasLoader: Boolean(route.module.loader),
    hasAction: Boolean(route.module.action),
    isPage: Boolean(route.module.default),
    isLayout: isLayout(route),
  }))
  .sort((a, b) => (a.path < b.path ? -1 : 1));

/** What a club has for visitors, diners and hosts. */
export const routes = allRoutes.filter((route) => !isOfDesk(route));

/** What it has for operators. */
export const deskRoutes = allRoutes.filter(isOfDesk);

export const routesWithAction = routes.filter(({ hasAction }) => hasAction);

export const hasParameter = ({ path }: Route) => path.includes("/:");

/** Fails where a table of the tests has no row for a route, or a row for none; the sentences say what to do. */
export function findTableErrors(found: string[], expected: string[], where: string): string[] {
  return [
    ...expected
      .filter((name) => !found.includes(name))
      .map((name) => `"${name}" is new: add a row for it to ${where}.`),
    ...found
      .filter((name) => !expected.includes(name))
      .map((name) => `"${name}" is gone from the build: delete its row in ${where}.`),
  ];
}

/**
 * Replaces the parameters. A value is found by the parameter with the segment before it, as in `bookings/:id`,
 * because routes use the same name for different things.
 */
export function fillPath(path: string, values: Record<string, string>): string {
  const segments = path.split("/");
  const filled = segments.map((segment, i) => {
    if (segment === "*") return "no/such/page";
    if (!segment.startsWith(":")) return segment;
    const name = `${segments[i - 1]}/${segment}`;
    const value = values[name];
    if (value === undefined)
      throw new Error(
        `${path} has a parameter without a value: add "${name}" to findParameters in tests/support/real-requests.ts.`,
      );
    return value;
  });
  return filled.join("/");
}
