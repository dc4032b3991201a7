import { noticeClass } from "./notice-class.ts";
import { useVisitor } from "./page.tsx";

/** Stays in view, even if a page opens at its middle. The settings say two of them beside the button. */
export function Notice() {
  const notice = useVisitor()?.notice;
  if (!notice || notice.name === "emails-saved" || notice.name === "calendar-saved") return null;
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
