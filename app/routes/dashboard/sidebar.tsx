import { NavLink } from "@remix-run/react";
import { Icon } from "#app/components/icon.tsx";
import { Logo, LogoMark } from "#app/components/table-drawing.tsx";

/** For large screens. */
export function Sidebar() {
  return (
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
}

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
export function BottomBar() {
  return (
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
}
