import { type HeadersFunction, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { Loading } from "#app/components/progress.tsx";
import { SiteLayout } from "#app/components/site-layout.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { TimeoutError, withTimeout } from "#app/lib/timing.ts";
import { readProfile } from "#app/models/account/profiles.server.ts";

export const handle: RouteHandle = { styles: "app" };

export const meta = () => privatePage("Your quiz and your bookings");

const timeoutMs = 2_000;

/** Signing in leads here. If the answer takes long, the page says so and asks again. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    const [, profile] = await withTimeout(
      timeoutMs,
      Promise.all([
        requireUser(request, context),
        loadBatched(context, readProfile(context.db, userIdIfSignedIn(context))),
      ]),
    );
    const hasQuestions = !profile?.isQuizDone || profile.unseenQuestionCount > 0;
    return redirect(hasQuestions ? "/quiz" : "/dashboard");
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    return json(null, { headers: { Refresh: "1" } });
  }
}

export const headers: HeadersFunction = ({ loaderHeaders }) => new Headers(loaderHeaders);

export default function Onboarding() {
  return (
    <SiteLayout>
      <h1 className="sr-only">Your quiz and your bookings</h1>
      <Loading />
    </SiteLayout>
  );
}
