import type { ReactNode } from "react";
import { Sign } from "#app/components/icon.tsx";
import { LogoMark } from "#app/components/table-drawing.tsx";
import type { Role } from "#app/lib/desk-settings.ts";
import { club } from "#club";

/** What the layout of the desk knows on each page. */
export interface DeskView {
  operator: string;
  role: Role;
  path: string;
}

const roleNames: Record<Role, string> = { owner: "Owner", city: "City", door: "Door" };

const pages = [
  { name: "Tonight", href: "/desk", sign: "clock", role: "door" },
  { name: "Events", href: "/desk/evenings", sign: "calendar", role: "city" },
  { name: "People", href: "/desk/people", sign: "search", role: "city" },
  { name: "Messages", href: "/desk/messages", sign: "send", role: "door" },
  { name: "Money", href: "/desk/money", sign: "check", role: "owner" },
  { name: "Places", href: "/desk/places", sign: "pin", role: "city" },
  { name: "Figures", href: "/desk/figures", sign: "leaf", role: "owner" },
  { name: "Health", href: "/desk/health", sign: "alert", role: "owner" },
] as const;

/** The pages that the operator may open; the first four fit into the bar of a phone. */
const listPages = (role: Role) =>
  pages.filter((page) => role === "owner" || page.role === "door" || page.role === role);

const inBar = 4;

export function DeskLayout({ view, children }: { view: DeskView; children: ReactNode }) {
  const shown = listPages(view.role);
  const isCurrent = (href: string) =>
    href === "/desk" ? view.path === "/desk" : view.path === href || view.path.startsWith(`${href}/`);
  return (
    <div className="flex min-h-svh grow flex-col lg:grid lg:grid-cols-[min(14rem,25vw)_minmax(0,1fr)]">
      <nav
        aria-label="Desk"
        className="ground-green hidden flex-col px-5 py-6 lg:sticky lg:top-0 lg:flex lg:h-svh"
      >
        <a href="/desk" className="display mb-6 flex min-h-target items-center gap-2.5 text-[1.75rem]/none">
          <LogoMark className="size-8.5" />
          {club.name}
        </a>
        <ul>
          {shown.map(({ name, href }) => (
            <li key={href} className="border-b border-on-green/15 first:border-t">
              <a
                href={href}
                aria-current={isCurrent(href) ? "page" : undefined}
                className="flex min-h-target items-center justify-between text-on-green-2 aria-[current=page]:font-strong aria-[current=page]:text-on-green"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
        <p className="mt-auto text-small text-on-green-2">
          <b className="block font-strong text-on-green">{view.operator}</b>
          {roleNames[view.role]}
        </p>
      </nav>
      <div className="flex min-w-0 grow flex-col">
        <header className="flex min-h-15 items-center gap-3 border-b border-line px-gutter lg:px-10">
          <a
            href="/desk"
            className="display flex min-h-target shrink-0 items-center gap-2 text-[1.375rem]/none whitespace-nowrap lg:hidden"
          >
            <LogoMark className="size-7" />
            {club.name}
          </a>
          <span className="border-l border-line pl-2.5 whitespace-nowrap text-ink-2 max-sm:sr-only lg:hidden">
            Desk
          </span>
          {/* The page of people has its own. */}
          {view.role !== "door" && view.path !== "/desk/people" && (
            <search className="ml-auto w-full max-w-80 lg:ml-0 lg:max-w-md">
              <form
                method="get"
                action="/desk/people"
                className="flex items-center rounded-round border border-line-strong bg-surface pl-4"
              >
                <input
                  type="search"
                  name="q"
                  data-desk-search
                  aria-label="Find a person"
                  placeholder="Find a person"
                  className="min-h-target w-full min-w-0 bg-transparent text-small outline-none placeholder:text-ink-3"
                />
                <button
                  type="submit"
                  aria-label="Search"
                  className="grid size-11 shrink-0 cursor-pointer place-items-center"
                >
                  <Sign name="search" />
                </button>
              </form>
            </search>
          )}
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="grow px-gutter pt-5 pb-28 outline-none lg:px-10 lg:pt-7 lg:pb-10"
        >
          {children}
        </main>
      </div>
      <nav
        aria-label="Desk"
        className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-surface lg:hidden"
      >
        {shown.slice(0, inBar).map(({ name, href, sign }) => (
          <a
            key={href}
            href={href}
            aria-current={isCurrent(href) ? "page" : undefined}
            className="relative grid min-h-16 content-center justify-items-center gap-0.5 text-[min(0.875rem,3.6vw)] text-ink-2 aria-[current=page]:font-strong aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_2px_var(--color-ink)]"
          >
            <Sign name={sign} className="size-6" />
            {name}
          </a>
        ))}
        {shown.length > inBar && (
          <details className="group relative">
            <summary className="grid min-h-16 cursor-pointer list-none content-center justify-items-center gap-0.5 text-[min(0.875rem,3.6vw)] text-ink-2 [&::-webkit-details-marker]:hidden">
              <span aria-hidden="true" className="text-[1.5rem]/none">
                ⋯
              </span>
              More
            </summary>
            <ul className="absolute right-0 bottom-full w-48 border border-line bg-surface">
              {shown.slice(inBar).map(({ name, href }) => (
                <li key={href} className="border-line not-first:border-t">
                  <a href={href} className="flex min-h-target items-center px-4">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        )}
      </nav>
    </div>
  );
}
