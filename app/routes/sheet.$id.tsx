import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { Banner, FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { ErrorPage } from "#app/components/error-page.tsx";
import { TextArea } from "#app/components/field.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { Footer } from "#app/components/site-layout.tsx";
import { Logo } from "#app/components/table-drawing.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { isSheetLink } from "#app/emails/links.server.ts";
import { readForm } from "#app/http/forms.ts";
import { badRequest, brokenHostLink } from "#app/http/responses.ts";
import { weekday } from "#app/lib/dates.ts";
import { hostLinkTimes } from "#app/lib/event/event-times.ts";
import { telephoneLink } from "#app/lib/event/safety.ts";
import {
  describeNews,
  describeTotal,
  listLines,
  maxNoteLength,
  type SheetLine,
  sheetAnswerWords,
  sheetTime,
} from "#app/lib/event/sheet.ts";
import { cleanLines } from "#app/lib/text.ts";
import { answerSheet, readSheetPage, seenOnSheet } from "#app/models/sheet/sheets.server.ts";
import { club } from "#club";
import { isTakenBack, linkTakenBack } from "./host.$id/parts.tsx";

export const handle: RouteHandle = { styles: "app" };

export const meta = () => privatePage("Sheet");

/** Needs no sign-in, because the link is signed. It names nobody, and only its forms answer. */
export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  if (!isSheetLink(request, id, context.env)) throw brokenHostLink();
  const { now, env } = context;
  const page = await loadBatched(context, readSheetPage(context.db, id));
  if (!page) throw linkTakenBack();
  const { sheet, content, previous, previousAt, sentAt, date, language, timeZone } = page;
  const formatTime = sheetTime(language, timeZone);
  // What the restaurant does not know by the last email is new, and so is what that email said.
  const [before, since] = previous ? [previous, previousAt] : [content, sentAt];
  const isOver = now >= hostLinkTimes(date).until;
  return json({
    venueName: page.venueName,
    when: formatTime(date),
    day: weekday(date, timeZone),
    language,
    isOver,
    canAnswer: date > now && sheet.people > 0,
    seen: seenOnSheet(sheet),
    total: describeTotal(sheet),
    asOf: formatTime(now, true),
    news: describeNews(sheet, before, (time) => formatTime(time, true), since),
    lines: isOver ? [] : listLines(sheet, before),
    together: isOver ? [] : sheet.together,
    answer: page.answer,
    answeredAt: page.answeredAt && formatTime(page.answeredAt, true),
    isByPhone: page.answeredBy !== null,
    note: page.answerNote,
    contactEmail: env.CONTACT_EMAIL,
    phone: env.SAFETY_PHONE ?? null,
  });
}

export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  if (!isSheetLink(request, id, context.env)) throw brokenHostLink();
  const { answer, note = "", seen = "" } = await readForm(request);
  if (answer !== "yes" && answer !== "no") throw badRequest();
  const text = cleanLines(note).replaceAll("\n", " ");
  if (text.length > maxNoteLength)
    return json(
      { problem: `Use at most ${maxNoteLength} characters.`, note: text.slice(0, 4 * maxNoteLength) },
      400,
    );
  const answered = { linkId: id, seen, answer, note: text || null, by: null, now: context.now } as const;
  if (!(await answerSheet(context.db, answered)))
    return json(
      {
        problem:
          "Nothing was saved, because something has changed since you opened this page. Look at it again.",
        note: text,
      },
      409,
    );
  const { pathname, search } = new URL(request.url);
  return redirect(pathname + search);
}

const usePage = () => useLoaderData<typeof loader>();

export default function Sheet() {
  const { when, venueName, total, asOf, news, lines, together, isOver, language } = usePage();
  const { canAnswer, phone, contactEmail } = usePage();
  return (
    <SheetLayout>
      <h1 className="display text-2" lang={language}>
        {when}
      </h1>
      <p className="mt-3 text-lead">{isOver ? "This dinner is over. Thank you for having us." : total}</p>
      {!isOver && (
        <p className="text-ink-2">
          {venueName}. As of {asOf}.{news && ` ${news}`}
        </p>
      )}
      {together.length > 0 && (
        <section className="mt-4">
          <h2 className="text-small text-ink-2">Diets and needs</h2>
          <ul className="font-strong">
            {together.map((need) => (
              <li key={need}>{need}</li>
            ))}
          </ul>
        </section>
      )}
      {!isOver && <Answer />}
      {lines.length > 0 && (
        <dl className="mt-6 border-t border-ink">
          {lines.map((line) => (
            <Line key={line.title} line={line} />
          ))}
        </dl>
      )}
      <p className="mt-5 pb-10 text-ink-2">
        {canAnswer && `They ask for “${club.name}” at the door. `}Anything else? Write to{" "}
        <a href={`mailto:${contactEmail}`} className="underline underline-offset-[0.22em]">
          {contactEmail}
        </a>
        {phone && (
          <>
            {", or call "}
            <a href={telephoneLink(phone)} className="whitespace-nowrap underline underline-offset-[0.22em]">
              {phone}
            </a>
          </>
        )}
        .
      </p>
    </SheetLayout>
  );
}

const Line = ({ line: { title, ours, change, text, struck, needs } }: { line: SheetLine }) => (
  <div
    className={`grid break-inside-avoid grid-cols-[minmax(0,6.5rem)_minmax(min-content,1fr)] gap-x-2 border-b border-l-3 border-line py-3 pr-1 pl-2 ${change ? "border-l-saffron bg-saffron-wash" : "border-l-transparent"}`}
  >
    <dt className="text-ink-2">
      <p>{title}</p>
      {ours && <p className="text-small">Our table {ours}</p>}
    </dt>
    <dd>
      {change && <p className="text-small font-strong text-saffron-text">Changed: {change.toLowerCase()}</p>}
      <p>
        {text} {struck && <s className="text-ink-2">{struck}</s>}
      </p>
      {needs.map((need) => (
        <p key={need} className="text-ink-2">
          {need}
        </p>
      ))}
    </dd>
  </div>
);

function Answer() {
  const { canAnswer, answer, answeredAt, isByPhone, note, seen, day } = usePage();
  const failed = useActionData<typeof action>();
  if (!answer && !canAnswer) return null;
  return (
    <section className="mt-5 grid gap-3" aria-label="Your answer">
      <FormError>{failed?.problem}</FormError>
      {answer && (
        <Banner variant={answer === "yes" ? "success" : "info"}>
          <strong className="font-strong">{sheetAnswerWords[answer]}.</strong> You told us
          {isByPhone && " by phone"}, <span className="inline-block">{answeredAt}.</span>
          {answer === "no" ? " Thank you for telling us." : canAnswer && ` Thank you: see you on ${day}.`}
          {note && <span className="block">“{note}”</span>}
        </Banner>
      )}
      {canAnswer && (
        <div className="grid gap-3 print:hidden">
          {answer === "no" && (
            <form method="post" className="grid gap-4">
              <input type="hidden" name="answer" value="no" />
              <input type="hidden" name="seen" value={seen} />
              <TextArea
                label="What is in the way?"
                name="note"
                rows={2}
                maxLength={maxNoteLength}
                defaultValue={failed?.note ?? note ?? ""}
              />{" "}
              <Button variant="primary">Send</Button>
            </form>
          )}
          {(["yes", "no"] as const).map((choice) =>
            choice === answer ? null : (
              <form key={choice} method="post">
                <input type="hidden" name="seen" value={seen} />
                <Button
                  name="answer"
                  value={choice}
                  variant={choice === "yes" && !answer ? "primary" : "secondary"}
                  className="w-full"
                >
                  {sheetAnswerWords[choice]}
                </Button>
              </form>
            ),
          )}
        </div>
      )}
    </section>
  );
}

/** One column in the middle, as on paper. */
const columnClass = "page-width max-w-[calc(var(--container-measure)+2*var(--spacing-gutter))]!";

const SheetLayout = ({ children }: { children: ReactNode }) => (
  <>
    <header className={`${columnClass} flex min-h-16 items-center`}>
      <Logo />
    </header>
    <main id="main" tabIndex={-1} className={`${columnClass} grow outline-none lg:pt-6`}>
      {children}
    </main>
    <div className="print:hidden">
      <Footer isLanding={false} />
    </div>
  </>
);

export function ErrorBoundary() {
  if (!isTakenBack(useRouteError()))
    return (
      <SheetLayout>
        <div className="-mx-(--spacing-gutter)">
          <ErrorPage />
        </div>
      </SheetLayout>
    );
  return (
    <SheetLayout>
      <h1 className="display text-2">This link doesn’t work anymore</h1>
      <p className="pb-12 text-lead">We took it back, and sent you a newer one. Look for it in your email.</p>
    </SheetLayout>
  );
}
