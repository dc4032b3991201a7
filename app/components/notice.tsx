import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import { useVisitor } from "./visitor.ts";

/** Stays until the next navigation, also where a page opens at its middle. */
export function Notice() {
  const visitor = useVisitor();
  const { key } = useLocation();
  const shownWith = useRef({ visitor, key });
  if (shownWith.current.visitor !== visitor) shownWith.current = { visitor, key };
  // Going back must not show it again.
  if (shownWith.current.key !== key) shownWith.current.key = "";
  if (!visitor?.notice || shownWith.current.key !== key) return null;
  const { text, isProblem, href } = visitor.notice;
  return (
    <p
      data-notice
      role={isProblem ? "alert" : "status"}
      className={`sticky top-0 z-20 px-gutter py-3 text-center text-small font-strong ${isProblem ? "bg-paprika-wash text-paprika-text" : "bg-green-wash text-green-text"}`}
    >
      {href ? (
        <a href={href} className="-my-3 inline-block py-3 underline underline-offset-[0.22em]">
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  );
}
