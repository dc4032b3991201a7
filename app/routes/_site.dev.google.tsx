import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { toCode } from "#app/auth/google.server.ts";
import { requireLocal } from "#app/auth/guards.server.ts";
import { Button } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { Field } from "#app/components/field.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { readForm } from "#app/http/forms.ts";

/** Replaces Google's consent screen in a local club without keys. */
export const handle: RouteHandle = { styles: "app" };

export const meta = () => privatePage("Test sign-in");

export function loader({ request, context: { env } }: LoaderFunctionArgs) {
  requireLocal(request, env);
  return json({});
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  requireLocal(request, env);
  const { searchParams, origin } = new URL(request.url);
  const { email = "", name = "", verified, answer } = await readForm(request);
  const challenge = searchParams.get("code_challenge");
  const back = new URL(`${origin}/auth/google/callback`);
  back.searchParams.set("state", searchParams.get("state") ?? "");
  if (answer === "deny") back.searchParams.set("error", "access_denied");
  else {
    // Browsers can't read an address of 60 kB.
    const who = { email: email.slice(0, 300), name: name.slice(0, 300) };
    back.searchParams.set("code", toCode({ ...who, verified: verified === "on", challenge }));
  }
  return redirect(back.href);
}

export default function FakeGoogleConsent() {
  return (
    <CenteredCard>
      <h1 className="display text-2">Test sign-in with Google</h1>
      <p className="text-ink-2">This club has no Google keys, so you choose who signs in.</p>
      <form method="post" className="grid w-full gap-5 text-left">
        <Field label="Name" name="name" defaultValue="Réka" />
        <Field label="Email" name="email" type="email" defaultValue="reka@gmail.example" />
        <label className="flex min-h-target items-center gap-3">
          <input type="checkbox" name="verified" defaultChecked className="size-5 accent-paprika" />
          Google has verified this address
        </label>{" "}
        <Button variant="primary" name="answer" value="allow">
          Continue
        </Button>{" "}
        <Button name="answer" value="deny">
          Cancel
        </Button>
      </form>
    </CenteredCard>
  );
}
