import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { privatePage } from "#app/components/page-meta.ts";
import { findQuiz } from "#app/models/quiz/quiz.server.ts";
import { AnswerList } from "./dashboard.settings/answer-list.tsx";

export const meta = () => privatePage("Quiz answers");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireUser(request, context);
  const { questions, answers } = await findQuiz(context.db, userId);
  return json({ questions, answers });
}

export default function QuizAnswers() {
  return <AnswerList {...useLoaderData<typeof loader>()} />;
}
