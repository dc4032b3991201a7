import { useVisitor } from "./page.tsx";

/** For a line at the top of the page that says once what happened to a form. */
export const noticeClass = (isProblem: boolean): string =>
  `sticky top-0 z-20 px-gutter py-3 text-center text-small font-strong ${isProblem ? "bg-paprika-wash text-paprika-text" : "bg-green-wash text-green-text"}`;

/** Stays in view, even if a page opens at its middle. */
export function Notice() {
  const notice = useVisitor()?.notice;
  if (!notice) return null;
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
