import type { ReactNode } from "react";

export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex min-h-[30px] items-center rounded-round bg-green-wash px-3.5 text-label font-strong text-green-text">
      {children}
    </span>
  );
}
