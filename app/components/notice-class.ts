/** For a line at the top of the page that says once what happened to a form. */
export const noticeClass = (isProblem: boolean): string =>
  `sticky top-0 z-20 px-gutter py-3 text-center text-small font-strong ${isProblem ? "bg-paprika-wash text-paprika-text" : "bg-green-wash text-green-text"}`;
