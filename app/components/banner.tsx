import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

const variants = {
  error: "bg-paprika-wash text-paprika-text border-paprika",
  success: "bg-green-wash text-green-text border-green-text",
  info: "bg-saffron-wash text-saffron-text border-saffron",
};

interface BannerProps {
  variant: keyof typeof variants;
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
    className={`flex scroll-mt-20 gap-3 outline-none rounded-r-paper text-left border-l-3 px-4 py-3.5 text-small ${variants[variant]}`}
  >
    <Icon name={variant === "success" ? "check" : "alert"} className="mt-0.5 size-[18px]" />
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

/** Leads to the element with this id. */
export const ErrorLink = ({ field, children }: { field: string; children: ReactNode }) => (
  <a href={`#${field}`} className="block underline underline-offset-[0.22em]">
    {children}
  </a>
);
