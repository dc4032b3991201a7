import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import pageScript from "#app/browser/desk-page.ts?worker&url";
import { ErrorPage } from "#app/components/error-page.tsx";
import type { RouteHandle } from "#app/components/page.tsx";
import { PageScript, privatePage } from "#app/components/page.tsx";
import { SiteLayout } from "#app/components/site-layout.tsx";
import { DeskLayout, type DeskView } from "#app/desk/desk-layout.tsx";
import { DeskHeading, DeskLink } from "#app/desk/desk-parts.tsx";
import { requireOperator } from "#app/desk/operator.server.ts";

export const handle: RouteHandle = { styles: "desk" };

export const meta = () => privatePage("Desk");

export async function loader({ request, context }: LoaderFunctionArgs): Promise<DeskView> {
  const { name, role } = await requireOperator(request, context);
  return { operator: name, role, path: new URL(request.url).pathname };
}

export default function Desk() {
  return (
    <DeskLayout view={useLoaderData<typeof loader>()}>
      <Outlet />
      <PageScript src={pageScript} />
    </DeskLayout>
  );
}

/** Whoever may not open the desk gets the page of any address that does not exist. */
export function ErrorBoundary() {
  const view = useRouteLoaderData<DeskView>("routes/desk");
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  if (view)
    return (
      <DeskLayout view={view}>
        <DeskHeading title={isMissing ? "Not here" : "Something went wrong"}>
          {isMissing
            ? "Nothing at the desk has this address, or your role doesn’t open it."
            : "It’s our fault. Try again in a moment."}
        </DeskHeading>
        <DeskLink href="/desk">Back to tonight</DeskLink>
      </DeskLayout>
    );
  return (
    <SiteLayout>
      <ErrorPage />
    </SiteLayout>
  );
}
