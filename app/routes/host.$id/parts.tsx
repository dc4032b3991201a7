import { isRouteErrorResponse } from "@remix-run/react";
import type { ReactNode } from "react";
import { QuietLink, quietLinkClass } from "#app/components/button.tsx";
import { Footer } from "#app/components/site-layout.tsx";
import { Logo } from "#app/components/table-drawing.tsx";

export const HostLayout = ({ children }: { children: ReactNode }) => (
  <>
    <header className="page-width flex min-h-16 items-center justify-between">
      <Logo />
      <span className="text-small text-ink-2">Host’s page</span>
    </header>
    <main id="main" tabIndex={-1} className="page-width grow outline-none lg:pt-6">
      {children}
    </main>
    <Footer isLanding={false} />
  </>
);

export const HostHeading = ({ title, when }: { title: string; when: string }) => (
  <header>
    <h1 className="display text-2">{title}</h1>
    <p className="mt-1 text-ink-2">{when}</p>
  </header>
);

/** A page about one thing, with a way back to the tables. */
export const HostStep = ({
  title,
  when,
  step,
  backHref,
  children,
}: {
  title: string;
  when: string;
  step: string;
  backHref: string;
  children: ReactNode;
}) => (
  <div className="grid max-w-measure content-start gap-5 pb-12">
    <p className="text-small text-ink-2">
      {title} · {when}
    </p>
    <h1 className="display text-2">{step}</h1>
    {children}
    <p>
      <QuietLink href={backHref}>Back to the tables</QuietLink>
    </p>
  </div>
);

/** Looks like a link, but submits the ticks. */
export const QuietButton = ({ intent, children }: { intent: string; children: ReactNode }) => (
  <button type="submit" name="intent" value={intent} className={quietLinkClass}>
    {children}
  </button>
);

/** The box itself is invisible and covers its row, and the circle after it shows whether it is ticked. */
export const tickClass = "peer absolute inset-0 size-full cursor-pointer opacity-0";

export const circleClass =
  "grid size-[30px] place-items-center rounded-round border peer-checked:text-surface peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus";

const statusText = "Link Taken Back";

/** The signature is right, so it was our link. Somebody who guesses a link learns only that it does not work. */
export const linkTakenBack = () => new Response(null, { status: 404, statusText });

export const isTakenBack = (error: unknown) => isRouteErrorResponse(error) && error.statusText === statusText;

export const TakenBackPage = () => (
  <HostLayout>
    <div className="grid max-w-measure gap-4 pb-12">
      <h1 className="display text-2">This link doesn’t work anymore</h1>
      <p className="text-lead">
        We took it back, or sent you a newer one. Check your email for it, or{" "}
        <a href="/contact" className="underline underline-offset-[0.22em]">
          write to us
        </a>
        .
      </p>
    </div>
  </HostLayout>
);
