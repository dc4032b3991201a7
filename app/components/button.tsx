import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";

const sizes = {
  small: "min-h-target px-5 text-small",
  medium: "min-h-control px-7 text-[1rem]",
  large: "min-h-15 px-9 text-body",
};

/** A view has at most one primary button. */
const variants = {
  primary: "border-transparent bg-paprika text-on-paprika not-aria-disabled:hover:bg-paprika-deep",
  secondary: "border-line-strong not-aria-disabled:hover:border-ink not-aria-disabled:hover:bg-sunk",
  dark: "border-transparent bg-ink text-paper not-aria-disabled:hover:bg-ink-2",
  plain:
    "border-transparent underline decoration-1 underline-offset-[0.3em] not-aria-disabled:hover:decoration-2",
  light: "border-transparent bg-on-night text-[#1f1b16] hover:bg-white",
};

interface ButtonStyle {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
}

export const buttonClass = (
  { variant = "secondary", size = "medium" }: ButtonStyle,
  className = "",
): string => `button ${sizes[size]} ${variants[variant]} ${className}`;

export const Button = ({
  variant,
  size,
  className,
  type = "submit",
  ...rest
}: ButtonStyle & ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type={type} className={buttonClass({ variant, size }, className)} {...rest} />
);

export const ButtonLink = ({
  variant,
  size,
  className,
  children,
  ...rest
}: ButtonStyle & AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a className={buttonClass({ variant, size }, className)} {...rest}>
    {children}
  </a>
);

export const ArrowLink = ({ children, className = "", ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a
    className={`inline-flex min-h-target items-center font-strong underline decoration-paprika decoration-[1.5px] underline-offset-[0.3em] transition-[background-color,border-color,text-decoration-color] hover:decoration-current ${className}`}
    {...rest}
  >
    {children}
    <span aria-hidden="true" className="ml-2">
      →
    </span>
  </a>
);

export const quietLinkClass =
  "inline-flex min-h-target cursor-pointer items-center text-left text-small underline decoration-1 underline-offset-[0.3em]";

/** For links next to something more important. */
export const QuietLink = ({ className = "", children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a className={`${quietLinkClass} ${className}`} {...rest}>
    {children}
  </a>
);
