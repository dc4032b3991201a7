import { useLocation } from "@remix-run/react";
import { noticeClass } from "./notice-class.ts";
import { useVisitor } from "./page.tsx";

/** Stays in view, even if a page opens at its middle. */
export function Notice() {
  const notice = useVisitor()?.notice;
  const { search } = useLocation();
  // Some pages say it beside the button.
  if (!notice || search.startsWith("?saved=")) return null;
  const { text, isProblem, href } = notice;
  return (
    <p data-notice role={isProblem ? "alert" : "status"} className={noticeClass(isProblem)}>
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
