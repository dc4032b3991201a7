import { Form } from "@remix-run/react";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { consentText } from "#app/lib/consent.ts";
import type { Answers } from "#app/lib/quiz.ts";
import { QuizHeading } from "./quiz-heading.tsx";
import { UnsavedAnswers } from "./unsaved-answers.tsx";

interface ConsentFormProps {
  questionId: number;
  message: string | null;
  unsaved: Answers;
}

/** Stands before the answers of questions that need consent. */
export function ConsentForm({ questionId, message, unsaved }: ConsentFormProps) {
  return (
    <Form method="post" className="flex grow flex-col lg:grow-0">
      <input type="hidden" name="question" value={questionId} />
      <UnsavedAnswers answers={unsaved} />
      {message && (
        <div className="mb-6 max-w-measure">
          <Banner variant="error">{message}</Banner>
        </div>
      )}
      <QuizHeading>May we ask what you can eat?</QuizHeading>
      <div className="mt-6 grid max-w-measure gap-4 text-ink-2">
        {consentText.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <div className="mt-auto flex flex-col gap-2 pt-8 lg:mt-2 lg:flex-row lg:gap-4">
        <Button variant="primary" size="large" name="consent" value="yes">
          I agree
        </Button>
        <Button size="large" name="consent" value="no">
          Skip these questions
        </Button>
      </div>
    </Form>
  );
}
