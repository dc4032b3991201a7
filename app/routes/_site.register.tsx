import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { describeChosenDinner, findChosenDinner } from "#app/auth/chosen-dinner.server.ts";
import { rememberDevice, rememberEmailed } from "#app/auth/device.server.ts";
import { googleClient } from "#app/auth/google.server.ts";
import {
  isHuman,
  type Refusal,
  refuseHashing,
  refuseTooMany,
  requireSignedOut,
  turnstileSiteKey,
} from "#app/auth/guards.server.ts";
import { newLink } from "#app/auth/links.server.ts";
import { findPasswordProblem, hashPassword } from "#app/auth/password.server.ts";
import registerScript from "#app/browser/register-form.ts?worker&url";
import {
  Agreement,
  ChosenDinner,
  ContinueWithGoogle,
  EmailField,
  NameFields,
  NewPasswordFields,
} from "#app/components/account-forms.tsx";
import { FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { AuthCard } from "#app/components/card.tsx";
import { PageScript, publicPage, useServerContext } from "#app/components/page.tsx";
import { Signature } from "#app/components/signature.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { readChosenEvent, readWantedPage } from "#app/http/cookies.ts";
import { readForm } from "#app/http/forms.ts";
import { hashWideNetwork } from "#app/http/network.ts";
import { retryAfterHeader, tooManyRequests } from "#app/http/responses.ts";
import { firstError, passwordsDiffer, registerForm } from "#app/lib/account/account-forms.ts";
import { withNext } from "#app/lib/safe-redirect.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import {
  isUnusualNow,
  recordSignUp,
  signUp,
  usualSignUpsInHour,
} from "#app/models/account/sign-up.server.ts";
import { packAnswer, readFirstQuestion } from "#app/models/quiz/first-question.server.ts";

export const meta = publicPage({
  title: "Register",
  description: "Register, take a 3-minute quiz, and pick your first dinner for five.",
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireSignedOut(context);
  const { searchParams, origin } = new URL(request.url);
  return {
    next: searchParams.get("next") ?? readWantedPage(context),
    chosen: await findChosenDinner(context),
    hasAnswered: context.cookies.get("answer") !== undefined,
    hasGoogle: googleClient(context.env, origin) !== undefined,
    turnstileKey: await chooseTurnstile(request, context),
  };
}

/** Null while few people are signing up. */
async function chooseTurnstile(request: Request, context: AppLoadContext): Promise<string | null> {
  const siteKey = turnstileSiteKey(context.env);
  if (!siteKey) return null;
  const network = hashWideNetwork(request, context.env);
  const isUnusual = await isUnusualNow(context.db, { network, ...usualSignUps(context) });
  if (isUnusual) context.showsTurnstile = true;
  return isUnusual ? siteKey : null;
}

const usualSignUps = ({ env, now }: AppLoadContext) => ({
  usualInHour: usualSignUpsInHour(env),
  now,
});

/** The operator gets an alarm first, and can drop these emails. */
const delayOfCrowdMs = 15 * minuteMs;

const tooManySignUps =
  "Too many people have signed up here or from your network. Try again in an hour, or tomorrow.";

export async function action({ request, context }: ActionFunctionArgs) {
  await requireSignedOut(context);
  const fields = await readForm(request);
  if (fields.answer !== undefined) return keepAnswer(context, fields);
  const reject = ({ field = "form", message, init = { status: 400 } }: Refusal) =>
    json({ values: { ...fields, password: "", repeatPassword: "" }, error: { field, message } }, init);
  const refusal = await refuseTooMany(request, context);
  if (refusal) return reject(refusal);

  const form = registerForm.safeParse(fields);
  if (!form.success) return reject(firstError(form.error));
  const { email, firstName, lastName, password, repeatPassword } = form.data;
  if (password !== repeatPassword) return reject({ field: "repeatPassword", message: passwordsDiffer });
  const problem = await findPasswordProblem(context.env, password, form.data);
  if (problem) return reject({ field: "password", message: problem });

  const isSurelyHuman = await isHuman(request, context.env, fields["cf-turnstile-response"]);
  const isBusy = await refuseHashing(context);
  if (isBusy) return reject(isBusy);
  const amount = await recordSignUp(context.db, {
    network: hashWideNetwork(request, context.env),
    isHuman: isSurelyHuman,
    ...usualSignUps(context),
  });
  if (amount === "too many") return reject({ message: tooManySignUps, init: tooManyRequests(3600) });
  const delayMs = amount === "many" ? delayOfCrowdMs : 0;

  const { linkId, expiresAt, now } = newLink(context, "confirm");
  await signUp(context.db, {
    email,
    firstName,
    lastName,
    passwordHash: await hashPassword(password),
    linkId,
    linkExpiresAt: expiresAt,
    deviceHash: rememberDevice(context),
    now,
    emailsDueAt: new Date(now.getTime() + delayMs),
    confirmation: {
      kind: "confirm-email",
      to: email,
      data: {
        linkId,
        eventId: readChosenEvent(context),
        chosen: await describeChosenDinner(context, "A friend"),
      },
    },
  });
  rememberEmailed(context, email);
  sendAfterResponse(context);
  return redirect(`/confirm-your-email${delayMs ? "?later" : ""}`);
}

/** Of a visitor who has answered the question of the landing page. */
async function keepAnswer(context: AppLoadContext, fields: Record<string, string>) {
  const question = await loadBatched(context, readFirstQuestion(context.db));
  const answer = packAnswer(question, fields, context.now);
  if (answer) context.cookies.set("answer", answer);
  return redirect("/register");
}

export const headers = retryAfterHeader;

export default function Register() {
  const { next, chosen, hasAnswered, hasGoogle, turnstileKey } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const values: Record<string, string> = failure?.values ?? {};
  const errorOf = (field: string) => (failure?.error.field === field ? failure.error.message : undefined);
  return (
    <AuthCard title="Register" isTall picture={chosen && <ChosenDinner {...chosen} />}>
      <div className="-mt-3 grid gap-1.5">
        {hasAnswered && <p className="text-lead">Your first answer is in. Now tell us who you are.</p>}
        <p className={chosen || hasAnswered ? "text-ink-2" : "text-lead"}>
          {chosen
            ? "After the quiz, you book it."
            : "Then 3 minutes of questions, and you choose your evening."}
        </p>
        <p className="text-small text-ink-2">Your table sees your first name, never your last.</p>
      </div>
      <FormError>{errorOf("form")}</FormError>
      <form method="post" data-account-form="register" noValidate className="grid gap-5">
        <NameFields values={values} errorOf={errorOf} />
        <EmailField autoComplete="email" value={values.email} error={errorOf("email")} />
        <NewPasswordFields errorOf={errorOf} />
        {turnstileKey && <HumanCheck siteKey={turnstileKey} />}
        <Button variant="primary" className="mt-2">
          Register
        </Button>
      </form>
      {hasGoogle && <ContinueWithGoogle next={next} />}
      <Agreement />
      <PageScript src={registerScript} />
      <p className="text-center text-small text-ink-2">
        Already have an account?{" "}
        <a href={withNext("/login", next)} className="text-ink underline underline-offset-[0.22em]">
          Login
        </a>
      </p>
      {!chosen && <Signature className="border-t border-line pt-6" />}
    </AuthCard>
  );
}

/** Shows Cloudflare's Turnstile, which adds a field to the form around it. */
const HumanCheck = ({ siteKey }: { siteKey: string }) => (
  <div className="grid gap-2 text-small text-ink-2">
    <p>
      More people than usual have just signed up, so we check that you’re human. Without JavaScript it works,
      too, and your confirmation email takes 15 minutes.
    </p>
    <div className="cf-turnstile" data-sitekey={siteKey} data-size="flexible" />
    <script
      async
      src="https://challenges.cloudflare.com/turnstile/v0/api.js"
      nonce={useServerContext().nonce}
    />
  </div>
);
