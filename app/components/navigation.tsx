import { ButtonLink } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { Logo } from "./logo.tsx";

const pageLinks = [
  { href: "/", label: "Home" },
  { href: "/contact", label: "Contact Us" },
  { href: "/about", label: "About Us" },
];

interface NavigationProps {
  path: string;
  isSignedIn: boolean;
  isOverPhoto?: boolean;
}

export function Navigation({ path, isSignedIn, isOverPhoto = false }: NavigationProps) {
  const mainButton = isSignedIn
    ? { href: "/dashboard", label: "Dashboard" }
    : { href: "/register", label: "Get Started" };
  const variant = isOverPhoto ? "light" : isSignedIn ? "secondary" : "dark";
  return (
    <header className={`z-10 ${isOverPhoto ? "over-photo" : "relative"}`}>
      <nav
        aria-label="Main"
        className="page-width flex min-h-18 flex-wrap items-center gap-1 sm:gap-2 lg:min-h-21 lg:gap-8"
      >
        <Logo />
        <ul className="ml-auto hidden gap-8 lg:flex">
          {pageLinks.map(({ href, label }) => (
            <li key={href}>
              <NavigationLink href={href} path={path}>
                {label}
              </NavigationLink>
            </li>
          ))}
        </ul>
        <div className="hidden lg:block">
          {isSignedIn ? (
            <Logout />
          ) : (
            <NavigationLink href="/login" path={path}>
              Login
            </NavigationLink>
          )}
        </div>
        {/* Large text leaves no room for the button on a phone; the menu has it too. */}
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

function Logout() {
  return (
    <form method="post" action="/logout">
      <button
        type="submit"
        className="min-h-target cursor-pointer text-small underline-offset-[0.35em] hover:underline"
      >
        Logout
      </button>
    </form>
  );
}

function NavigationLink({ href, path, children }: { href: string; path: string; children: string }) {
  return (
    <a
      href={href}
      aria-current={href === path ? "page" : undefined}
      className="inline-flex min-h-target min-w-target items-center justify-center text-small decoration-1 underline-offset-[0.35em] hover:underline current-line"
    >
      {children}
    </a>
  );
}

interface PhoneMenuProps {
  path: string;
  isSignedIn: boolean;
  mainButton: { href: string; label: string };
}

/** Opens and closes without JavaScript. */
function PhoneMenu({ path, isSignedIn, mainButton }: PhoneMenuProps) {
  const links = isSignedIn ? pageLinks : [...pageLinks, { href: "/login", label: "Login" }];
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
          <p className="text-small text-ink-2">Revolution of Friends Making</p>
          {isSignedIn && <Logout />}
          <ButtonLink href={mainButton.href} variant="primary" size="large">
            {mainButton.label}
          </ButtonLink>
        </div>
      </div>
    </details>
  );
}
