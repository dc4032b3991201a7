import { useVisitor } from "./visitor.ts";

const links = [
  { href: "/contact", label: "Contact Us" },
  { href: "/about", label: "About Us" },
  { href: "/privacy", label: "Privacy" },
  { href: "/terms", label: "Terms" },
];

interface FooterProps {
  /** The page about how the dinners went is on. */
  showsFigures: boolean;
}

export function Footer({ isLanding }: { isLanding: boolean }) {
  const showsFigures = useVisitor()?.showsFigures ?? false;
  return isLanding ? (
    <LandingFooter showsFigures={showsFigures} />
  ) : (
    <SlimFooter showsFigures={showsFigures} />
  );
}

export function SlimFooter({ showsFigures }: FooterProps) {
  return (
    <footer className="page-width">
      <div className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line py-3 text-label text-ink-2">
        <p className="py-2">Revolution of Friends Making</p>
        <FooterLinks showsFigures={showsFigures} className="flex flex-wrap gap-x-6" />
        <p className="py-2">Made in Budapest</p>
      </div>
    </footer>
  );
}

function LandingFooter({ showsFigures }: FooterProps) {
  return (
    <footer className="ground-night overflow-hidden">
      <div className="page-width pt-12">
        <div className="grid items-start gap-6 md:grid-cols-[1fr_auto]">
          <div>
            <p className="display text-3 tracking-[-0.012em]">Revolution of Friends Making</p>
            <p className="mt-1.5 text-small text-on-night-2">Made in Budapest</p>
          </div>
          <FooterLinks
            showsFigures={showsFigures}
            className="grid grid-cols-2 gap-x-8 text-small text-on-night-2 md:flex"
          />
        </div>
        <p
          aria-hidden="true"
          className="pointer-events-none display -ml-[0.045em] mt-[clamp(1.75rem,3.5vw,3rem)] h-[0.745em] text-[clamp(8rem,43vw,38.5rem)]/[0.92] tracking-[-0.055em] select-none"
        >
          Öten
        </p>
      </div>
    </footer>
  );
}

const figuresLink = { href: "/how-it-goes", label: "Our Numbers" };

function FooterLinks({ showsFigures, className }: FooterProps & { className: string }) {
  const shown = showsFigures ? [...links, figuresLink] : links;
  return (
    <ul className={className}>
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
