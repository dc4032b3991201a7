import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  id?: string;
  children: ReactNode;
}

/** A part of a page with a quiet heading on a line. */
export const Section = ({ title, id, children }: SectionProps) => (
  <section id={id} className="scroll-mt-4">
    <h3 className="border-b border-line pb-2 text-small font-strong">{title}</h3>
    {children}
  </section>
);
