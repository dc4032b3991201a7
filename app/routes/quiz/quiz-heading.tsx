import { useEffect, useRef } from "react";

/** The first heading must not take the focus from where the visitor put it. */
let hasShownHeading = false;

/** With the focus, the question is read aloud and its keys work. */
export function QuizHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const { activeElement, body } = document;
    if (hasShownHeading || activeElement === body) heading.current?.focus({ preventScroll: true });
    hasShownHeading = true;
  }, []);

  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className="display max-w-[15em] text-[clamp(2.125rem,1.6rem+2.2vw,3.75rem)]/[1.05] tracking-[-0.022em] outline-none"
    >
      {children}
    </h1>
  );
}
