import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "./icon.tsx";

const variants = {
  error: "bg-paprika-wash text-paprika-text border-paprika",
  success: "bg-green-wash text-green-text border-green-text",
  info: "bg-saffron-wash text-saffron-text border-saffron",
};

interface BannerProps {
  variant: keyof typeof variants;
  children: ReactNode;
}

export function Banner({ variant, children }: BannerProps) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (variant === "error") element.current?.focus();
  }, [variant]);
  return (
    <p
      ref={element}
      role={variant === "error" ? "alert" : "status"}
      tabIndex={variant === "error" ? -1 : undefined}
      // biome-ignore lint/a11y/noAutofocus: a page that says what went wrong is read from there
      autoFocus={variant === "error" ? true : undefined}
      className={`flex gap-3 rounded-r-paper text-left border-l-3 px-4 py-3.5 text-small ${variants[variant]}`}
    >
      <Icon name={variant === "success" ? "check" : "alert"} className="mt-0.5 size-[18px]" />
      <span>{children}</span>
    </p>
  );
}
