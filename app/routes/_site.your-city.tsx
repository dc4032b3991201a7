import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { type Refusal, refuseTooMany } from "#app/auth/guards.server.ts";
import { EmailField, OpenMailbox, SendAgain } from "#app/components/account-forms.tsx";
import { ArrowLink, Button, ButtonLink, QuietLink } from "#app/components/button.tsx";
import { AuthCard } from "#app/components/card.tsx";
import { Field } from "#app/components/field.tsx";
import { privatePage } from "#app/components/page.tsx";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { readForm } from "#app/http/forms.ts";
import { brokenLink, retryAfterHeader } from "#app/http/responses.ts";
import { emailForm } from "#app/lib/account/account-forms.ts";
import { findMailbox } from "#app/lib/account/mailbox.ts";
import { readLinkToken } from "#app/lib/signatures.server.ts";
import {
  confirmCityRequest,
  findCityRequest,
  removeCityRequest,
  requestCity,
  toCityKey,
} from "#app/models/city/city-requests.server.ts";

export const meta = () => privatePage("No dinner in your city yet?");

export const headers = retryAfterHeader;

/** With the token of the email, it asks to confirm: programs that open links must not. */
export async function loader({ request, context: { db, env } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token");
  if (token === null) return json({ typed: (searchParams.get("city") ?? "").slice(0, 60), asked: null });
  const id = readLinkToken(env, "city", token);
  if (!id) throw brokenLink();
  const found = await findCityRequest(db, id);
  return json({ typed: "", asked: { city: found?.city ?? null, isConfirmed: found?.confirmedAt != null } });
}

const requestForm = emailForm.extend({
  city: z.string().trim().min(1, "Name a city").max(60, "Name a city in at most 60 letters"),
});

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, env, now } = context;
  const fields = await readForm(request);
  const token = new URL(request.url).searchParams.get("token");
  if (token !== null) {
    const id = readLinkToken(env, "city", token);
    if (!id) throw brokenLink();
    if (fields.intent === "leave") await removeCityRequest(db, id);
    else await confirmCityRequest(db, id, now);
    return json({ ...nothing, isDone: true, isLeft: fields.intent === "leave" });
  }
  const refused = await refuseTooMany(request, context);
  const reject = (errors: Record<string, string>, init: Refusal["init"] = { status: 400 }) =>
    json({ ...nothing, typed: fields, errors }, init);
  if (refused) return reject({ email: refused.message }, refused.init);
  const form = requestForm.safeParse(fields);
  const errors = form.success ? {} : z.flattenError(form.error).fieldErrors;
  const cityKey = toCityKey(fields.city ?? "");
  if (!form.success || !cityKey)
    return reject({
      email: errors.email?.[0] ?? "",
      city: errors.city?.[0] ?? (cityKey ? "" : "Name a city"),
    });
  const open = await requestCity(db, { ...form.data, cityKey, now });
  if (open) return json({ ...nothing, open });
  sendAfterResponse(context);
  return json({ ...nothing, typed: { ...form.data }, isSent: true });
}

const nothing = {
  typed: {} as Record<string, string>,
  errors: {} as Record<string, string>,
  /** Its dinners can be booked already. */
  open: null as { name: string; slug: string } | null,
  isSent: false,
  isDone: false,
  isLeft: false,
};

export default function YourCity() {
  const { typed, asked } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (asked) return <Answer asked={asked} result={result} />;
  if (result?.open)
    return (
      <AuthCard hasRoom title={`${result.open.name} has dinners`}>
        <p role="status" className="text-ink-2">
          You can book one today, so there’s nothing to wait for.
        </p>
        <ButtonLink
          href={`/events?city=${encodeURIComponent(result.open.slug)}`}
          variant="primary"
          size="large"
          className="w-full"
        >
          See them
        </ButtonLink>
      </AuthCard>
    );
  const mailbox = result?.isSent ? findMailbox(result.typed.email ?? null) : null;
  return (
    <AuthCard hasRoom title={result?.isSent ? "Check your email" : "No dinner in your city yet?"}>
      {result?.isSent ? (
        <>
          <p role="status" className="text-lead text-ink-2">
            Tap the link in our email to{" "}
            <b className="font-strong wrap-anywhere text-ink">{result.typed.email}</b>, and{" "}
            {result.typed.city} counts one more.
          </p>
          {mailbox && <OpenMailbox {...mailbox} />}
          <p className="text-ink-2">
            Not there? Look among your spam first. We send it once a minute at most, and a few times an hour.
          </p>
          <div className="grid gap-2">
            <SendAgain fields={{ city: result.typed.city ?? "", email: result.typed.email ?? "" }}>
              Send it again
            </SendAgain>
            <QuietLink href="/your-city" className="justify-self-center">
              Another city or address
            </QuietLink>
          </div>
        </>
      ) : (
        <>
          <p className="text-ink-2">
            Name it. If enough people ask, we look for restaurants there, and we write to you once when the
            first dinner can be booked.
          </p>
          <form method="post" noValidate className="grid gap-5">
            <Field
              label="City"
              name="city"
              maxLength={60}
              autoComplete="address-level2"
              placeholder="Like Ghent"
              defaultValue={result?.typed.city ?? typed}
              error={result?.errors.city || undefined}
            />
            <EmailField
              autoComplete="email"
              value={result?.typed.email}
              error={result?.errors.email || undefined}
            />
            <Button variant="primary">Ask for my city</Button>
          </form>
          <p className="text-small text-ink-2">
            We forget your address once we’ve told you, or after a year.
          </p>
        </>
      )}
      <ArrowLink href="/events">See the dinners we have</ArrowLink>
    </AuthCard>
  );
}

interface AnswerProps {
  asked: { city: string | null; isConfirmed: boolean };
  result: { isDone: boolean; isLeft: boolean } | undefined;
}

function Answer({ asked: { city, isConfirmed }, result }: AnswerProps) {
  if (!city)
    return (
      <AuthCard title={result?.isLeft ? "We’ve forgotten it" : "There’s nothing here anymore"}>
        <p className="text-ink-2">
          {result?.isLeft
            ? "You won’t hear from us about this city."
            : "We’ve told you already, you took it back, or the link is older than a day."}
        </p>
        <ButtonLink href="/events">See the dinners</ButtonLink>
      </AuthCard>
    );
  if (isConfirmed)
    return (
      <AuthCard hasRoom title="You’re on the list">
        <p className="text-ink-2">We write to you once, when the first dinner in {city} can be booked.</p>
        <form method="post">
          <Button name="intent" value="leave">
            Take me off the list
          </Button>
        </form>
      </AuthCard>
    );
  return (
    <AuthCard hasRoom title={`Dinners in ${city}?`}>
      <p className="text-ink-2">Say that it’s you, and we’ll write to you once, on the day.</p>
      <form method="post">
        <Button variant="primary">Yes, tell me</Button>
      </form>
    </AuthCard>
  );
}
