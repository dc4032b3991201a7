import { json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { ButtonLink } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { describeNote } from "#app/lib/account/security-kinds.ts";
import { dateTimeAndZone } from "#app/lib/dates.ts";
import {
  isForAccountHolder,
  notesPageSize,
  readSecurityNotes,
} from "#app/models/security/security-notes.server.ts";

export const meta = () => privatePage("Account history");

const here = "/dashboard/settings/history";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, timeZone } = context;
  const typed = new URL(request.url).searchParams.get("page");
  const page = Math.min(1_000, Math.max(1, Math.floor(Number(typed)) || 1));
  const [, notes] = await Promise.all([
    requireUser(request, context),
    loadBatched(
      context,
      readSecurityNotes(db, userIdIfSignedIn(context), { page, condition: isForAccountHolder }),
    ),
  ]);
  if (page > 1 && notes.length === 0) throw redirect(here);
  return json({
    notes: notes.slice(0, notesPageSize).map(({ at, ...note }) => ({
      at: dateTimeAndZone(at, timeZone),
      ...describeNote(note),
    })),
    newer: page > 1 ? page - 1 : null,
    older: notes.length > notesPageSize ? page + 1 : null,
  });
}

export default function History() {
  const { notes, newer, older } = useLoaderData<typeof loader>();
  if (notes.length === 0)
    return <p className="text-ink-2">Nothing yet. What happens to your account stands here for a year.</p>;
  return (
    <div className="grid gap-5">
      <p className="text-small text-ink-2">
        The last year. If there’s something you don’t recognize, choose a new password: that signs everybody
        out.
      </p>
      <ol className="grid gap-4">
        {notes.map(({ at, what, detail }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes in the browser
          <li key={i}>
            {what}{" "}
            <span className="block text-small wrap-anywhere text-ink-2">
              {at}
              {detail && `; ${detail}`}
            </span>
          </li>
        ))}
      </ol>
      {(newer || older) && (
        <p className="flex flex-wrap gap-4">
          {newer && (
            <ButtonLink href={`${here}?page=${newer}#row-history`} size="small">
              Newer
            </ButtonLink>
          )}
          {older && (
            <ButtonLink href={`${here}?page=${older}#row-history`} size="small">
              Older
            </ButtonLink>
          )}
        </p>
      )}
    </div>
  );
}
