import { useVisitor } from "./visitor.ts";

const links = [
  { href: "/contact", label: "Contact Us" },
  { href: "/about", label: "About Us" },
  { href: "/privacy", label: "Privacy" },
  { href: "/terms", label: "Terms" },
];

export function Footer({ isLanding }: { isLanding: boolean }) {
  return isLanding ? <LandingFooter /> : <SlimFooter />;
}

function SlimFooter() {
  return (
    <footer className="page-width">
      <div className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line py-3 text-label text-ink-2">
        <p className="py-2">Revolution of Friends Making</p>
        <FooterLinks className="flex flex-wrap gap-x-6" />
        <p className="py-2">Made in Budapest</p>
      </div>
    </footer>
  );
}

function LandingFooter() {
  return (
    <footer className="ground-night overflow-hidden">
      <div className="page-width pt-12">
        <div className="grid items-start gap-6 md:grid-cols-[1fr_auto]">
          <div>
            <p className="display text-3 tracking-[-0.015em]">Revolution of Friends Making</p>
            <p className="mt-1.5 text-small text-on-night-2">Made in Budapest</p>
          </div>
          <FooterLinks className="grid grid-cols-2 gap-x-8 text-small text-on-night-2 md:flex" />
        </div>
        <p
          aria-hidden="true"
          className="pointer-events-none display -ml-[0.045em] mt-[clamp(1.75rem,3.5vw,3rem)] h-[0.745em] text-[clamp(8rem,43vw,38.5rem)]/[0.92] tracking-[-0.055em] select-none [font-variation-settings:'opsz'_100]"
        >
          Öten
        </p>
      </div>
    </footer>
  );
}

const figuresLink = { href: "/how-it-goes", label: "How It Goes" };

function FooterLinks({ className }: { className: string }) {
  const shown = useVisitor()?.showsFigures ? [...links, figuresLink] : links;
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
