import { Outlet, useMatches } from "@remix-run/react";
import { ErrorPage } from "#app/components/error-page.tsx";
import { Frame } from "#app/components/site-layout.tsx";
import type { RouteHandle } from "#app/lib/route-handle.ts";

export default function Site() {
  const page = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return (
    <Frame front={page?.front}>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorPage />
    </Frame>
  );
}
