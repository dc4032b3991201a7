import { json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { ButtonLink, quietLinkClass } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { describeNote } from "#app/lib/account/security-kinds.ts";
import { longDate, timeOfDay } from "#app/lib/dates.ts";
import {
  isForAccountHolder,
  notesPageSize,
  readSecurityNotes,
} from "#app/models/security/security-notes.server.ts";
import { PanelTitle } from "./dashboard.settings/settings-group.tsx";

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
      day: longDate(at, timeZone),
      time: timeOfDay(at, timeZone),
      ...describeNote(note),
    })),
    newer: page > 1 ? page - 1 : null,
    older: notes.length > notesPageSize ? page + 1 : null,
  });
}

/** The others are folded away. */
const shownCount = 5;

export default function History() {
  const { notes, newer, older } = useLoaderData<typeof loader>();
  if (notes.length === 0)
    return (
      <div className="grid gap-5">
        <PanelTitle>Account history</PanelTitle>
        <p className="text-ink-2">Nothing yet. What happens to your account stands here for a year.</p>
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-5">
      <PanelTitle>Account history</PanelTitle>
      <p className="text-ink-2">
        The last year. A failed sign-in may well have been your own. If there’s something you don’t recognize,{" "}
        <a href="/dashboard/settings/password" className="text-ink underline underline-offset-[0.22em]">
          choose a new password
        </a>
        : that signs everybody out.
      </p>
      <Days notes={notes.slice(0, shownCount)} />
      {notes.length > shownCount && (
        <details className="group">
          <summary className={`${quietLinkClass} list-none`}>
            <span className="group-open:hidden">Show all</span>
            <span className="hidden group-open:inline">Show less</span>
          </summary>
          <Days notes={notes.slice(shownCount)} />
        </details>
      )}
      {(newer || older) && (
        <p className="flex flex-wrap gap-4">
          {newer && (
            <ButtonLink href={`${here}?page=${newer}`} size="small">
              Newer
            </ButtonLink>
          )}
          {older && (
            <ButtonLink href={`${here}?page=${older}`} size="small">
              Older
            </ButtonLink>
          )}
        </p>
      )}
    </div>
  );
}

interface Note {
  day: string;
  time: string;
  what: string;
  detail: string | null;
}

const Days = ({ notes }: { notes: Note[] }) => (
  <div className="grid gap-5">
    {[...Map.groupBy(notes, ({ day }) => day)].map(([day, some]) => (
      <section key={day}>
        <h2 className="border-b border-line pb-1.5 text-small font-strong">{day}</h2>
        <ol className="divide-y divide-line">
          {some.map(({ time, what, detail }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes in the browser
            <li key={i} className="flex flex-wrap gap-x-3 py-2.5">
              <span className="figures min-w-18 text-small/[1.6] text-ink-2">{time}</span>{" "}
              <span className="min-w-0 grow basis-[min(11rem,100%)]">
                {what} {detail && <span className="block text-small wrap-anywhere text-ink-2">{detail}</span>}
              </span>
            </li>
          ))}
        </ol>
      </section>
    ))}
  </div>
);
