import { Children, isValidElement, type ReactNode } from "react";
import laidTable from "#app/assets/laid-table.svg";
import { telephoneLink } from "#app/lib/event/safety.ts";
import { club } from "#club";
import { ButtonLink } from "./button.tsx";
import { useVisitor } from "./page.tsx";

export type Summary = [line: string, section: string][];

interface ProsePageProps {
  title: string;
  lead: string;
  /** A large picture below the title. Other pages have a small table beside it, or nothing. */
  picture?: string;
  hasTable?: boolean;
  /** Below the lead. */
  aside?: ReactNode;
  /** A long page in a few lines, each with the section that says more. */
  summary?: Summary;
  children: ReactNode;
}

export const ProsePage = ({ title, lead, picture, hasTable, aside, summary, children }: ProsePageProps) => (
  <div className="page-width grid grid-cols-1 gap-10 pt-[clamp(1.5rem,4vw,4rem)] pb-section lg:grid-cols-[5fr_7fr] lg:gap-x-24">
    <header className="flex flex-wrap items-start gap-x-6 gap-y-8 lg:sticky lg:top-12 lg:block lg:self-start">
      <div className="flex-[1_1_13rem]">
        <h1 className="display text-1">{title}</h1>
        <p className="mt-5 max-w-[27rem] text-lead text-ink-2">{lead}</p>
      </div>
      {hasTable && (
        <img src={laidTable} alt="" width={216} height={216} className="w-24 lg:mt-10 lg:-ml-3 lg:w-54" />
      )}
      {picture && (
        <img
          src={picture}
          alt=""
          width={360}
          height={360}
          className="w-full max-w-90 rounded-round bg-green lg:mt-8 xl:max-w-105"
        />
      )}
      {aside}
      {summary && (
        <nav aria-label="Contents" className="mt-8 hidden max-w-90 border-t border-ink lg:block">
          {listTitles(children).map((name) => (
            <a
              key={name}
              href={`#${toAnchor(name)}`}
              className="flex min-h-target items-center border-b border-line py-2 underline-offset-[0.22em] hover:underline"
            >
              {name}
            </a>
          ))}
        </nav>
      )}
    </header>
    <div className="max-w-measure">
      {summary && (
        <section className="pb-8">
          <h2 className="display text-3">In short</h2>
          <ul className="mt-3">
            {summary.map(([line, section]) => (
              <li key={line} className="border-t border-line">
                <a
                  href={`#${toAnchor(section)}`}
                  className="flex min-h-target items-center justify-between gap-6 py-3 underline-offset-[0.22em] hover:underline"
                >
                  {line}
                  <span aria-hidden="true" className="text-paprika-text">
                    ↓
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {children}
    </div>
  </div>
);

const listTitles = (children: ReactNode): string[] =>
  Children.toArray(children).flatMap((child) =>
    isValidElement<{ title?: string }>(child) && child.props.title ? [child.props.title] : [],
  );

const toAnchor = (title: string) => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");

export const ProseSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section id={toAnchor(title)} className="scroll-mt-4 border-t border-line py-8 first:border-ink">
    <h2 className="display text-3">{title}</h2>
    <div className="mt-3 grid gap-4 text-ink-2 [&_a]:text-ink [&_a]:underline [&_a]:underline-offset-[0.22em] [&_strong]:font-strong [&_strong]:text-ink [&_summary]:pl-[1.4em] [&_summary]:-indent-[1.4em]">
      {children}
    </div>
  </section>
);

/** At the end of a page that tells of the club. */
export const ComeToDinner = ({ title = "Come to dinner" }: { title?: string }) => {
  const isSignedIn = useVisitor()?.isSignedIn;
  return (
    <section className="border-t border-line pt-8">
      <h2 className="display text-2">{title}</h2>
      <p className="mt-3 text-ink-2">
        {isSignedIn ? "Pick an evening, and bring your appetite." : "It begins with a few questions."}
      </p>
      <ButtonLink href={isSignedIn ? "/events" : "/register"} variant="primary" className="mt-6">
        {isSignedIn ? "See the dinners" : "Take the Quiz"}
      </ButtonLink>
    </section>
  );
};

/** A telephone where somebody answers. */
export const OnTheEvening = ({ phone }: { phone: string | null }) =>
  phone && (
    <ProseSection title="On the evening">
      <p>
        During the dinner, we answer at{" "}
        <a href={telephoneLink(phone)} className="whitespace-nowrap">
          {phone}
        </a>
        .
      </p>
    </ProseSection>
  );

/** Who is responsible for the club, where the law asks for it. */
export function Imprint() {
  if (!club.responsible) return null;
  const { name, address, email } = club.responsible;
  return (
    <ProseSection title="Who is responsible">
      <p>
        {name}, {address}, <a href={`mailto:${email}`}>{email}</a>
      </p>
    </ProseSection>
  );
}
