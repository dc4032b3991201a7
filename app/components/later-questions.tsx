import { QuietLink } from "./button.tsx";

/** Leads to the questions that the quiz leaves for later, until they are answered. */
export const LaterQuestions = ({ ids, from }: { ids: number[]; from?: "settings" }) =>
  ids.length > 0 && (
    <QuietLink href={`/quiz?only=${ids.join()}${from ? `&from=${from}` : ""}`}>
      {ids.length === 1 ? "One more small question" : `${ids.length} more small questions`} for your table
    </QuietLink>
  );
