import type { ReactNode } from "react";
import { ButtonLink } from "./button.tsx";
import { EmptySeat } from "./empty-seat.tsx";

interface MessagePageProps {
  title: string;
  text: string;
  /** What helps more than the way home. */
  action?: { href: string; label: string } | undefined;
  children?: ReactNode;
}

/** Shown in place of the page that somebody wanted. */
export function MessagePage({ title, text, action, children }: MessagePageProps) {
  return (
    <div className="page-width grid justify-items-center gap-6 py-[clamp(3rem,12vh,9rem)] text-center">
      <EmptySeat className="w-[min(330px,86vw)]" />
      <h1 className="display text-1">{title}</h1>
      <p className="-mt-2 max-w-measure text-lead text-ink-2">{text}</p>
      {action && (
        <ButtonLink href={action.href} variant="primary" size="large">
          {action.label}
        </ButtonLink>
      )}
      <ButtonLink href="/" {...(action ? {} : ({ variant: "primary", size: "large" } as const))}>
        Back Home
      </ButtonLink>
      {children}
    </div>
  );
}
