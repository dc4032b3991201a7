import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { Logo } from "#app/components/logo.tsx";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import { BottomBar, Sidebar } from "./sidebar.tsx";

export const handle: RouteHandle = { hydrates: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return null;
}

/** Every page inside guards itself, also when it opens a dialog offline. */
export const shouldRevalidate = () => false;

export default function Dashboard() {
  return (
    <div className="flex grow flex-col lg:grid lg:grid-cols-[17rem_1fr]">
      <Sidebar />
      <main
        id="main"
        tabIndex={-1}
        className="w-full max-w-[76rem] grow px-gutter pt-3 pb-28 max-lg:[--dock:4rem] outline-none lg:py-14"
      >
        <p className="mb-4 lg:hidden">
          <Logo />
        </p>
        <Outlet />
      </main>
      <BottomBar />
    </div>
  );
}
