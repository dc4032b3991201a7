import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Button, ButtonLink } from "#app/components/button.tsx";
import { Room } from "#app/components/centered-card.tsx";
import { Table, tables } from "#app/components/table-drawing.tsx";
import { readUnsubscribeLink } from "#app/emails/unsubscribe-link.server.ts";
import { privatePage } from "#app/lib/page-meta.ts";
import { setRemindersByEmail } from "#app/models/account/erase-account.server.ts";

export const meta = () => privatePage("Reminders");

export function loader({ request, context }: LoaderFunctionArgs) {
  const to = readUnsubscribeLink(request, context.env);
  return json({ to }, to ? 200 : 400);
}

/** Pressed by a diner, or by their mail program on their behalf. Twice is once. */
export async function action({ request, context }: ActionFunctionArgs) {
  const to = readUnsubscribeLink(request, context.env);
  if (!to) return json({ isDone: false }, 400);
  await setRemindersByEmail(context.db, to, false);
  return json({ isDone: true });
}

export default function Unsubscribe() {
  const { to } = useLoaderData<typeof loader>();
  const isDone = useActionData<typeof action>()?.isDone;
  return (
    <Room>
      <Table seats={isDone ? tables.canceled : tables.confirmed} className="size-24" />
      <h1 className="display text-2">
        {!to ? "This link is not whole" : isDone ? "No more reminders" : "Stop the reminders?"}
      </h1>
      <p className="text-ink-2">{says(to, isDone)}</p>
      {to && !isDone ? (
        <Form method="post">
          <Button look="ink">Stop them</Button>
        </Form>
      ) : (
        <ButtonLink href="/dashboard/settings">Settings</ButtonLink>
      )}
    </Room>
  );
}

function says(to: string | undefined, isDone: boolean | undefined): string {
  if (!to)
    return "Part of it was lost on the way. Open it from the mail again, or change this in your settings.";
  return isDone
    ? "What concerns a seat of yours is still written to you: that it is set, has changed or is canceled. You can have the reminders back in your settings."
    : `A day before dinner we write to ${to} where, when and with whom. Your seats stay as they are.`;
}
