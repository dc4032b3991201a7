import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireUser } from "#app/auth/guards.server.ts";
import { findProfile } from "#app/models/account/profiles.server.ts";

/** Signing in leads here. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireUser(request, context);
  const profile = await findProfile(context.db, userId);
  const hasQuestions = !profile?.isQuizDone || profile.unseenQuestionCount > 0;
  return redirect(hasQuestions ? "/quiz" : "/dashboard");
}
