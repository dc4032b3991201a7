import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { club } from "#club";
import { ButtonLink } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useVisitor } from "./page.tsx";
import { Logo } from "./table-drawing.tsx";

interface SiteLayoutProps {
  isLanding?: boolean;
  offersLogin?: boolean | undefined;
  children: ReactNode;
}

export function SiteLayout({ isLanding = false, offersLogin = false, children }: SiteLayoutProps) {
  const { pathname } = useLocation();
  const visitor = useVisitor();
  return (
    <>
      <Navigation
        path={pathname}
        isSignedIn={visitor?.isSignedIn ?? false}
        offersLogin={offersLogin}
        isOverPhoto={isLanding}
      />
      <main id="main" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <Footer isLanding={isLanding} />
    </>
  );
}

const pageLinks = [
  { href: "/", label: "Home" },
  { href: "/contact", label: "Contact Us" },
  { href: "/about", label: "About Us" },
];

interface NavigationProps {
  path: string;
  isSignedIn: boolean;
  offersLogin: boolean;
  isOverPhoto: boolean;
}

function Navigation({ path, isSignedIn, offersLogin, isOverPhoto }: NavigationProps) {
  const mainButton = isSignedIn
    ? { href: "/dashboard", label: "Dashboard" }
    : offersLogin
      ? { href: "/login", label: "Login" }
      : { href: "/register", label: "Get Started" };
  const variant = isOverPhoto ? "light" : isSignedIn || offersLogin ? "secondary" : "dark";
  return (
    <header className={`z-10 ${isOverPhoto ? "over-photo" : "relative"}`}>
      <nav
        aria-label="Main"
        className="page-width flex min-h-18 flex-wrap items-center gap-1 sm:gap-2 lg:min-h-21 lg:gap-8"
      >
        {/* A long name wraps beside the button, except with large text. */}
        <Logo className="wrap-anywhere max-lg:max-w-[max(100%-10.5rem,(10.5rem-54vw)*999)]" />
        <ul className="ml-auto hidden gap-8 lg:flex">
          {pageLinks.map(({ href, label }) => (
            <li key={href}>
              <NavigationLink href={href} path={path}>
                {label}
              </NavigationLink>
            </li>
          ))}
        </ul>
        {mainButton.href !== "/login" && (
          <div className="hidden lg:block">
            {isSignedIn ? (
              <Logout />
            ) : (
              <NavigationLink href="/login" path={path}>
                Login
              </NavigationLink>
            )}
          </div>
        )}
        {/* With large text, a phone has no room for the button; the menu has it too. */}
        <div className="flex grow justify-end max-lg:@container lg:grow-0">
          <ButtonLink
            href={mainButton.href}
            variant={variant}
            size="small"
            className="max-lg:in-[:has([data-menu][open])]:invisible @max-[9.5rem]:px-3 @max-[6.75rem]:hidden"
          >
            {mainButton.label}
          </ButtonLink>
        </div>
        <PhoneMenu path={path} isSignedIn={isSignedIn} mainButton={mainButton} />
      </nav>
    </header>
  );
}

const Logout = () => (
  <form method="post" action="/logout">
    <button
      type="submit"
      className="min-h-target cursor-pointer text-small underline-offset-[0.35em] hover:underline"
    >
      Logout
    </button>
  </form>
);

const NavigationLink = ({ href, path, children }: { href: string; path: string; children: string }) => (
  <a
    href={href}
    aria-current={href === path ? "page" : undefined}
    className="inline-flex min-h-target min-w-target items-center justify-center text-small decoration-1 underline-offset-[0.35em] hover:underline current-line"
  >
    {children}
  </a>
);

interface PhoneMenuProps {
  path: string;
  isSignedIn: boolean;
  mainButton: { href: string; label: string };
}

/** Opens and closes without JavaScript. */
function PhoneMenu({ path, isSignedIn, mainButton }: PhoneMenuProps) {
  const links =
    isSignedIn || mainButton.href === "/login"
      ? pageLinks
      : [...pageLinks, { href: "/login", label: "Login" }];
  return (
    <details data-menu className="group lg:hidden">
      <summary className="-mr-2.5 grid size-target cursor-pointer list-none place-items-center rounded-round [&::-webkit-details-marker]:hidden">
        <span className="sr-only">Menu</span>
        <Icon name="menu" className="size-6 group-open:hidden" />
        <Icon name="close" className="hidden size-6 group-open:block" />
      </summary>
      <div className="fixed inset-x-0 top-18 bottom-0 flex flex-col overflow-y-auto bg-paper px-gutter pt-4 pb-8 text-ink">
        <ul>
          {links.map(({ href, label }) => (
            <li key={href} className="border-t border-line last:border-b">
              <a
                href={href}
                aria-current={href === path ? "page" : undefined}
                className="display flex min-h-18 items-center text-[1.875rem]/none tracking-[-0.022em] aria-[current]:text-paprika-text"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
        <div className="mt-auto grid gap-4 pt-8 text-center">
          {club.sentence && <p className="text-small text-ink-2">{club.sentence}</p>}
          {isSignedIn && <Logout />}
          <ButtonLink href={mainButton.href} variant="primary" size="large">
            {mainButton.label}
          </ButtonLink>
        </div>
      </div>
    </details>
  );
}

const links = [
  { href: "/contact", label: "Contact Us" },
  { href: "/about", label: "About Us" },
  { href: "/privacy", label: "Privacy" },
  { href: "/terms", label: "Terms" },
];

interface FooterProps {
  /** True if the page about how the dinners went is on. */
  showsFigures: boolean;
}

export function Footer({ isLanding, isQuiet }: { isLanding: boolean; isQuiet?: boolean }) {
  const showsFigures = useVisitor()?.showsFigures ?? false;
  return isLanding ? (
    <LandingFooter showsFigures={showsFigures} />
  ) : (
    <SlimFooter showsFigures={showsFigures} isQuiet={isQuiet} />
  );
}

interface SlimFooterProps extends FooterProps {
  /** On a phone it is one line without links. */
  isQuiet?: boolean | undefined;
}

export const SlimFooter = ({ showsFigures, isQuiet = false }: SlimFooterProps) => (
  <footer className="page-width">
    <div
      className={`flex flex-wrap items-center justify-between gap-x-6 text-label text-ink-2 ${isQuiet ? "py-1" : "border-t border-line py-3"}`}
    >
      {club.sentence && <p className="py-2">{club.sentence}</p>}
      <div className={isQuiet ? "max-lg:hidden" : "max-lg:order-last max-lg:w-full"}>
        <FooterLinks showsFigures={showsFigures} className="gap-x-6" />
      </div>
      <p className="py-2">{club.madeIn}</p>
    </div>
  </footer>
);

const LandingFooter = ({ showsFigures }: FooterProps) => (
  <footer className="ground-night overflow-hidden">
    <div className="page-width pt-12">
      <div className="grid items-start gap-6 md:grid-cols-[1fr_auto]">
        <div>
          {club.sentence && <p className="display text-3 tracking-[-0.012em]">{club.sentence}</p>}
          <p className="mt-1.5 text-small text-on-night-2">{club.madeIn}</p>
        </div>
        <FooterLinks showsFigures={showsFigures} className="gap-x-6 text-small text-on-night-2 md:gap-x-8" />
      </div>
      <p
        aria-hidden="true"
        className="pointer-events-none display -ml-[0.045em] mt-[clamp(1.75rem,3.5vw,3rem)] h-[0.745em] text-wordmark/[0.92] whitespace-nowrap tracking-[-0.055em] select-none"
      >
        {club.name}
      </p>
    </div>
  </footer>
);

const figuresLink = { href: "/how-it-goes", label: "Our Numbers" };

function FooterLinks({ showsFigures, className }: FooterProps & { className: string }) {
  const shown = [...links, ...(showsFigures ? [figuresLink] : []), ...club.links];
  // On a phone, four fit in a row, and more stand below each other.
  const columns =
    shown.length > 4 ? "max-md:grid max-md:grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))]" : "";
  return (
    <ul className={`flex flex-wrap ${columns} ${className}`}>
      {shown.map(({ href, label }) => (
        <li key={href}>
          <a
            href={href}
            className="inline-flex min-h-target min-w-target items-center underline-offset-[0.3em] hover:underline"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
