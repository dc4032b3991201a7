import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

const signColors = {
  error: "text-paprika-text",
  success: "text-green-text",
  info: "text-saffron-text",
};

interface BannerProps {
  variant: keyof typeof signColors;
  takesFocus?: boolean;
  role?: "alert" | "status";
  children: ReactNode;
}

export const Banner = ({
  variant,
  takesFocus = false,
  role = variant === "error" ? "alert" : "status",
  children,
}: BannerProps) => (
  <p
    role={role}
    tabIndex={takesFocus ? -1 : undefined}
    // biome-ignore lint/a11y/noAutofocus: after a form was refused, the reason comes next
    autoFocus={takesFocus || undefined}
    className={`display flex scroll-mt-20 gap-2.5 text-left text-[1.1875rem]/[1.3] tracking-[-0.008em] outline-none ${variant === "success" ? "text-green-text" : "text-ink"}`}
  >
    <Icon
      name={variant === "success" ? "check" : "alert"}
      className={`mt-[0.13em] size-5 ${signColors[variant]}`}
    />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
);

/** Explains why a form was refused. The focus moves here, so that people read on from here. */
export const FormError = ({ field, children }: { field?: string; children: ReactNode }) =>
  children ? (
    <Banner variant="error" takesFocus>
      {field ? <ErrorLink field={field}>{children}</ErrorLink> : children}
    </Banner>
  ) : null;

/** The exact words of a refusal, below a sentence that says it as a person would. */
export const QuietError = ({ children }: { children: ReactNode }) => (
  <p
    role="alert"
    tabIndex={-1}
    // biome-ignore lint/a11y/noAutofocus: as in a banner
    autoFocus
    className="scroll-mt-40 text-left text-label wrap-anywhere text-ink-2 outline-none"
  >
    {children}
  </p>
);

/** Leads to the element with this id. */
export const ErrorLink = ({ field, children }: { field: string; children: ReactNode }) => (
  <a href={`#${field}`} className="block underline underline-offset-[0.22em]">
    {children}
  </a>
);
