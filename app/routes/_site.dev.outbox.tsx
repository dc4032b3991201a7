import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireLocal } from "#app/auth/guards.server.ts";
import { Button } from "#app/components/button.tsx";
import { Field } from "#app/components/field.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { listLocalEmails, maxLocalEmails } from "#app/emails/render-email.server.ts";

export const handle: RouteHandle = { styles: "app" };

export const meta = () => privatePage("Outbox");

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireLocal(request, context.env);
  const address = new URL(request.url).searchParams.get("to")?.trim().toLowerCase() ?? "";
  const emails = await listLocalEmails(context, address || undefined);
  return {
    address,
    isFull: emails.length === maxLocalEmails,
    emails: emails.map(({ id, to, subject, text, sentAt }) => ({
      id,
      to,
      subject,
      lines: text.split(/(https?:\/\/\S+)/),
      sentAt: sentAt?.toISOString() ?? null,
    })),
  };
}

export default function Outbox() {
  const { address, isFull, emails } = useLoaderData<typeof loader>();
  return (
    <div className="page-width py-12">
      <h1 className="display text-1">Outbox</h1>
      <p className="mt-4 max-w-measure text-ink-2">
        A local club without a Resend key keeps its emails here. Only what an email is about is stored, not
        its text, so each is written again from today’s data: one that was sent earlier may show what has
        changed since.
      </p>
      <form className="mt-6 flex max-w-measure flex-wrap items-end gap-4">
        <div className="min-w-0 grow basis-56">
          <Field
            label="Only emails to"
            name="to"
            type="email"
            defaultValue={address}
            hint={isFull ? `These are the newest ${emails.length}.` : undefined}
          />
        </div>
        <Button size="small">Show</Button>
      </form>
      {emails.length === 0 && (
        <p className="mt-12 border-t border-line pt-8">
          {address ? "Nothing was sent to this address." : "Nothing has been sent yet."}
        </p>
      )}
      {emails.map(({ id, to, subject, lines, sentAt }) => (
        <article key={id} className="mt-12 border-t border-ink pt-5">
          <h2 className="display text-3">
            <a href={`/dev/outbox/${id}`} className="underline decoration-line-strong underline-offset-4">
              {subject}
            </a>
          </h2>
          <p className="text-small text-ink-2">
            to {to}, {sentAt ? `sent ${sentAt.slice(0, 16).replace("T", " ")} UTC` : "waiting"}
          </p>
          <p className="mt-4 max-w-measure whitespace-pre-wrap wrap-anywhere">
            {lines.map((line) =>
              /^https?:/.test(line) ? (
                <a key={line} href={line} className="underline">
                  {line}
                </a>
              ) : (
                line
              ),
            )}
          </p>
        </article>
      ))}
    </div>
  );
}
