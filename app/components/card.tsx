import type { ReactNode } from "react";
import table from "#app/assets/table.svg";

export const Card = ({ children, className = "" }: { children: ReactNode; className?: string }) => (
  <section
    className={`relative w-full max-w-card rounded-paper border border-line bg-surface p-[min(clamp(1.75rem,1rem+3vw,3rem),9vw)] paper ${className}`}
  >
    {children}
  </section>
);

export const CenteredCard = ({ children }: { children: ReactNode }) => (
  <div className="ground-green candlelight grid grid-cols-1 min-h-[calc(100svh-140px)] place-items-center px-[min(var(--spacing-gutter),8vw)] py-[clamp(1.25rem,6vw,5rem)]">
    <Card className="text-ink [--focus-ring:var(--color-focus)] [--you:var(--color-paprika)]">
      <div className="grid grid-cols-1 justify-items-center gap-5 text-center">{children}</div>
    </Card>
  </div>
);

interface TableCardProps {
  /** On a phone the card is short enough for the whole table above it. */
  hasRoom?: boolean;
  /** The card is higher than the table beside it. */
  isTall?: boolean;
  /** Above the words, on a phone instead of the table. */
  picture?: ReactNode;
  children: ReactNode;
}

export const AuthCard = ({ title, children, ...card }: TableCardProps & { title: string }) => (
  <TableCard {...card}>
    <h1 className="display text-2 has-[+[data-greeting]:not([hidden])]:text-small">{title}</h1>
    {children}
  </TableCard>
);

/** Beside a table at which one seat is free. */
export const TableCard = ({ hasRoom = false, isTall = false, picture, children }: TableCardProps) => (
  <div
    className={`page-width grid grid-cols-1 gap-x-16 pt-2 pb-12 lg:grid-cols-2 lg:pt-10 lg:pb-20 ${isTall ? "items-start" : "items-center"}`}
  >
    <div
      className={`mx-auto ${hasRoom ? "h-56" : "h-32"} w-full max-w-card overflow-hidden rounded-t-paper bg-[color-mix(in_srgb,var(--color-green),black_36%)] lg:bg-green ${picture ? "max-lg:hidden" : ""} lg:aspect-square lg:h-auto lg:max-h-[44rem] lg:max-w-none lg:rounded-round`}
    >
      <img
        src={table}
        alt=""
        width={1200}
        height={1200}
        className={`mx-auto h-full ${hasRoom ? "w-56" : "w-64 object-[50%_84%]"} max-w-full bg-green object-cover max-lg:[mask-image:radial-gradient(closest-side,#000_70%,transparent)] lg:w-full lg:[mask-image:none] lg:[scale:1.04]`}
      />
    </div>
    <Card className="justify-self-center lg:justify-self-end">
      <div className="grid grid-cols-1 gap-6">
        {picture}
        {children}
      </div>
    </Card>
  </div>
);

interface SectionProps {
  title: string;
  id?: string;
  level?: "h2" | "h3";
  children: ReactNode;
}

/** A part of a page with a quiet heading on a line. */
export const Section = ({ title, id, level: Heading = "h3", children }: SectionProps) => (
  <section id={id} className="scroll-mt-4">
    <Heading className="border-b border-line pb-2 text-small font-strong">{title}</Heading>
    {children}
  </section>
);
