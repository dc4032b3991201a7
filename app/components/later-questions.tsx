import { quietLinkClass } from "./button.tsx";

const strongLinkClass =
  "inline-flex min-h-target items-center font-strong underline decoration-paprika decoration-[1.5px] underline-offset-[0.3em]";

/** Leads to the questions that the quiz leaves for later, until they are answered. */
export const LaterQuestions = ({ ids, from }: { ids: number[]; from?: "settings" }) =>
  ids.length > 0 && (
    <a
      href={`/quiz?only=${ids.join()}${from ? `&from=${from}` : ""}`}
      className={from ? quietLinkClass : strongLinkClass}
    >
      {ids.length === 1 ? "One more small question" : `${ids.length} more small questions`} for your table
    </a>
  );
