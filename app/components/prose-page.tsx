import type { ReactNode } from "react";
import { club } from "#club";

interface ProsePageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

export const ProsePage = ({ title, lead, children }: ProsePageProps) => (
  <div className="page-width grid gap-10 pt-[clamp(1.5rem,4vw,4rem)] pb-section lg:grid-cols-[5fr_7fr] lg:gap-x-24">
    <header className="lg:sticky lg:top-12 lg:self-start">
      <h1 className="display text-1">{title}</h1>
      <p className="mt-5 max-w-[27rem] text-lead text-ink-2">{lead}</p>
    </header>
    <div className="max-w-measure">{children}</div>
  </div>
);

export const ProseSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-line py-8 first:border-ink">
    <h2 className="display text-3">{title}</h2>
    <div className="mt-3 grid gap-4 text-ink-2 [&_a]:text-ink [&_a]:underline [&_a]:underline-offset-[0.22em] [&_strong]:font-strong [&_strong]:text-ink">
      {children}
    </div>
  </section>
);

/** Who is responsible for the club, where the law asks for it. */
export function Imprint() {
  if (!club.responsible) return null;
  const { name, address, email } = club.responsible;
  return (
    <ProseSection title="Who is responsible">
      <p>
        {name}, {address}, <a href={`mailto:${email}`}>{email}</a>
      </p>
    </ProseSection>
  );
}
