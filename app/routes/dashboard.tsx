import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { NavLink, Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { requireUser } from "#app/auth/guards.server.ts";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { ErrorPage } from "#app/components/error-page.tsx";
import { Icon } from "#app/components/icon.tsx";
import type { RouteHandle } from "#app/components/page.tsx";
import { Footer } from "#app/components/site-layout.tsx";
import { Logo, LogoMark } from "#app/components/table-drawing.tsx";
import { dateTimeAndZone } from "#app/lib/dates.ts";

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

export const ErrorBoundary = () => (
  <DashboardLayout>
    <div className="-mx-(--spacing-gutter)">
      <ErrorPage />
    </div>
  </DashboardLayout>
);

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

/** For example after a confirmation in a different browser from the one that signed up. */
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
  <div className="flex grow flex-col lg:grid lg:grid-cols-[min(17rem,25vw)_minmax(0,1fr)] lg:grid-rows-[1fr_auto]">
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

/** For large screens. */
const Sidebar = () => (
  <header className="ground-green row-span-2 hidden lg:block">
    <div className="sticky top-0 flex h-svh flex-col px-7 pt-8 pb-9">
      <Logo />
      <nav aria-labelledby="dashboard" className="mt-10">
        <p id="dashboard" className="display pb-3 text-[1.125rem] text-on-green-2">
          Dashboard
        </p>
        <SidebarLink to="/dashboard/bookings">Bookings</SidebarLink>{" "}
        <SidebarLink to="/dashboard/settings">Settings</SidebarLink>
      </nav>
      <form method="post" action="/logout" className="mt-auto">
        <button
          type="submit"
          className="-ml-1 inline-flex min-h-target cursor-pointer items-center gap-3 px-1 text-on-green-2 hover:text-on-green"
        >
          <Icon name="leave" className="size-5" />
          Logout
        </button>
      </form>
    </div>
  </header>
);

const SidebarLink = ({ to, children }: { to: string; children: string }) => (
  <NavLink
    to={to}
    className="group flex min-h-12 items-center justify-between border-t border-on-green/20 text-on-green-2 last:border-b hover:text-on-green aria-[current]:text-on-green"
  >
    {children}
    <span className="size-2 rounded-round group-aria-[current]:bg-coral" />
  </NavLink>
);

const barItemClass =
  "flex min-h-16 flex-auto cursor-pointer flex-col items-center justify-center gap-1 text-[min(0.875rem,4.4vw)]/[1.4] wrap-normal text-ink-2 aria-[current]:text-ink";

/** For phones. */
const BottomBar = () => (
  <nav
    aria-label="Dashboard"
    className="fixed inset-x-0 bottom-0 z-10 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
  >
    <NavLink to="/dashboard/bookings" end className={barItemClass}>
      <LogoMark className="size-6" />
      Bookings
    </NavLink>{" "}
    <NavLink to="/dashboard/bookings/new" className={barItemClass}>
      <Icon name="plus" className="size-6" />
      New Booking
    </NavLink>{" "}
    <NavLink to="/dashboard/settings" className={barItemClass}>
      <Icon name="settings" className="size-6" />
      Settings
    </NavLink>
    <form method="post" action="/logout" className="flex flex-auto">
      <button type="submit" className={barItemClass}>
        <Icon name="leave" className="size-6" />
        Logout
      </button>
    </form>
  </nav>
);
