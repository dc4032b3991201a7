import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";
import { Table, tables } from "./table-drawing.tsx";

const shape =
  "inline-flex items-center justify-center gap-2.5 rounded-round border font-strong whitespace-nowrap tracking-[-0.005em] transition-colors cursor-pointer aria-disabled:opacity-45 aria-disabled:cursor-default";

const sizes = {
  small: "min-h-target px-5 text-small",
  medium: "min-h-control px-7 text-[1rem]",
  large: "min-h-15 px-9 text-body",
};

/** One `go` a view. */
const looks = {
  go: "border-transparent bg-paprika text-on-paprika not-aria-disabled:hover:bg-paprika-deep",
  line: "border-line-strong not-aria-disabled:hover:border-ink not-aria-disabled:hover:bg-sunk",
  ink: "border-transparent bg-ink text-paper not-aria-disabled:hover:bg-ink-2",
  bare: "border-transparent underline decoration-1 underline-offset-[0.3em] not-aria-disabled:hover:decoration-2",
  paper: "border-transparent bg-on-night text-[#1f1b16] hover:bg-white",
};

interface Look {
  look?: keyof typeof looks;
  size?: keyof typeof sizes;
}

export function buttonClass({ look = "line", size = "medium" }: Look, more = ""): string {
  return `${shape} ${sizes[size]} ${looks[look]} ${more}`;
}

interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it sends is on its way. */
  pending?: boolean;
}

export function Button({
  look,
  size,
  className,
  type = "submit",
  pending = false,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      aria-busy={pending || undefined}
      className={buttonClass({ look, size }, className)}
      {...rest}
    >
      {pending && <Table seats={tables.confirmed} waiting className="size-5" />}
      {children}
    </button>
  );
}

export function ButtonLink({
  look,
  size,
  className,
  children,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a className={buttonClass({ look, size }, className)} {...rest}>
      {children}
    </a>
  );
}

/** A link that stands alone, a finger tall. */
export function ArrowLink({ children, className = "", ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a
      className={`inline-flex min-h-target items-center font-label underline decoration-paprika decoration-[1.5px] underline-offset-[0.3em] transition-colors hover:decoration-current ${className}`}
      {...rest}
    >
      {children}
      <span aria-hidden="true" className="ml-2">
        →
      </span>
    </a>
  );
}
