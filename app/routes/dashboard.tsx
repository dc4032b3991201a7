import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { requireUser } from "#app/auth/guards.server.ts";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { ErrorPage } from "#app/components/error-page.tsx";
import { Footer } from "#app/components/site-layout.tsx";
import { Logo } from "#app/components/table-drawing.tsx";
import { dateTimeAndZone } from "#app/lib/dates.ts";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import { BottomBar, Sidebar } from "./dashboard/sidebar.tsx";

export const handle: RouteHandle = { styles: "app" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email, isAddressBroken, recoveryDueAt, hasNoSignInWay } = await requireUser(request, context);
  return {
    hasNoSignInWay,
    brokenAddress: isAddressBroken ? email : null,
    recovery: recoveryDueAt && { email, on: dateTimeAndZone(recoveryDueAt, context.timeZone) },
  };
}

export default function Dashboard() {
  const { brokenAddress, recovery, hasNoSignInWay } = useLoaderData<typeof loader>();
  return (
    <DashboardLayout>
      {recovery && <RecoveryWaits {...recovery} />}
      {brokenAddress && <BrokenAddress email={brokenAddress} />}
      {hasNoSignInWay && <NoPassword />}
      <Outlet />
    </DashboardLayout>
  );
}

export function ErrorBoundary() {
  return (
    <DashboardLayout>
      <div className="-mx-(--spacing-gutter)">
        <ErrorPage />
      </div>
    </DashboardLayout>
  );
}

const RecoveryWaits = ({ email, on }: { email: string; on: string }) => (
  <div className="mb-8 max-w-measure">
    <Banner variant="error">
      Somebody told us that they’ve lost <b className="wrap-anywhere font-strong">{email}</b>, and asked us to
      give this account another email, which we do on {on}. If that’s not you, stop it.
    </Banner>
    <form method="post" action="/dashboard/settings/security" className="mt-3">
      <Button size="small" name="intent" value="stop-recovery">
        Stop it
      </Button>
    </form>
  </div>
);

/** For example after a confirmation in another browser than the one that signed up. */
const NoPassword = () => (
  <div className="mb-8 max-w-measure">
    <Banner variant="info">
      Your account has no password, and no other way to sign in.{" "}
      <a href="/dashboard/settings/password" className="underline underline-offset-[0.22em]">
        Choose a new password
      </a>
      , so you can sign in again.
    </Banner>
  </div>
);

const BrokenAddress = ({ email }: { email: string }) => (
  <div className="mb-8 max-w-measure">
    <Banner variant="error">
      Our emails to <b className="wrap-anywhere font-strong">{email}</b> come back, so you miss what’s new
      about your dinners.{" "}
      <a href="/dashboard/settings/email" className="underline underline-offset-[0.22em]">
        Check your email
      </a>
    </Banner>
  </div>
);

const DashboardLayout = ({ children }: { children: ReactNode }) => (
  <div className="flex grow flex-col lg:grid lg:grid-cols-[17rem_1fr] lg:grid-rows-[1fr_auto]">
    <Sidebar />
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-[76rem] grow px-gutter pt-3 pb-12 max-lg:[--dock:4rem] outline-none lg:py-14"
    >
      <p className="mb-4 lg:hidden">
        <Logo />
      </p>
      {children}
    </main>
    <div className="mx-auto w-full max-w-[76rem] max-lg:pb-16">
      <Footer isLanding={false} />
    </div>
    <BottomBar />
  </div>
);
