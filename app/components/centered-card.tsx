import type { ReactNode } from "react";
import { Card } from "./card.tsx";

export function CenteredCard({ children }: { children: ReactNode }) {
  return (
    <div className="ground-green candlelight grid grid-cols-1 min-h-[calc(100svh-140px)] place-items-center px-[min(var(--spacing-gutter),8vw)] py-[clamp(1.25rem,6vw,5rem)]">
      <Card className="text-ink [--focus-ring:var(--color-focus)] [--you:var(--color-paprika)]">
        <div className="grid grid-cols-1 justify-items-center gap-5 text-center">{children}</div>
      </Card>
    </div>
  );
}
