import type { ReactNode } from "react";
import { Card } from "./card.tsx";

/** A moment: a printed card on the green floor, in candlelight. */
export function Room({ children }: { children: ReactNode }) {
  return (
    <div className="ground-green candlelight grid min-h-[calc(100svh-140px)] place-items-center px-[min(var(--spacing-gutter),8vw)] py-[clamp(1.25rem,6vw,5rem)]">
      <Card className="text-ink [--focus-ring:var(--color-focus)] [--you:var(--color-paprika)]">
        <div className="grid justify-items-center gap-5 text-center">{children}</div>
      </Card>
    </div>
  );
}
