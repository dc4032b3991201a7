import { Outlet, useLocation, useMatches } from "@remix-run/react";
import { Frame } from "#app/components/frame.tsx";
import type { RouteHandle } from "#app/lib/handle.ts";

export default function Site() {
  const { pathname } = useLocation();
  const page = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return (
    <Frame path={pathname} signedIn={false} front={page?.front}>
      <Outlet />
    </Frame>
  );
}
