import { Outlet, useMatches } from "@remix-run/react";
import { ErrorPage } from "#app/components/error-page.tsx";
import type { RouteHandle } from "#app/components/page.tsx";
import { SiteLayout } from "#app/components/site-layout.tsx";

export default function Site() {
  const page = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return (
    <SiteLayout isLanding={page?.styles === "landing"} offersLogin={page?.offersLogin}>
      <Outlet />
    </SiteLayout>
  );
}

export const ErrorBoundary = () => (
  <SiteLayout>
    <ErrorPage />
  </SiteLayout>
);
