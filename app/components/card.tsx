import type { ReactNode } from "react";

export function Card({ children, className = "" }: { children: ReactNode; className?: string }) {
  return (
    <section
      className={`relative w-full max-w-card rounded-paper border border-line bg-surface p-[clamp(1.75rem,1rem+3vw,3rem)] paper ${className}`}
    >
      {children}
    </section>
  );
}
