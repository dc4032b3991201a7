import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { privatePage } from "#app/components/page-meta.ts";
import { loadBatched } from "#app/db/batched-read.ts";
import { readQuiz } from "#app/models/quiz/quiz.server.ts";
import { AnswerList } from "./dashboard.settings/answer-list.tsx";

export const meta = () => privatePage("Quiz answers");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [{ questions, answers }] = await Promise.all([
    loadBatched(context, readQuiz(context.db, userIdIfSignedIn(context))),
    requireUser(request, context),
  ]);
  return json({ questions, answers });
}

export default function QuizAnswers() {
  return <AnswerList {...useLoaderData<typeof loader>()} />;
}
