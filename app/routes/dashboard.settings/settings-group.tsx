import { useLocation, useOutlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink, buttonClass } from "#app/components/button.tsx";

interface SettingsGroupProps {
  title: string;
  text?: string;
  children: ReactNode;
}

export const SettingsGroup = ({ title, text, children }: SettingsGroupProps) => (
  <section className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-3 border-t border-line-strong pt-6 lg:grid-cols-[15rem_1fr]">
    <div>
      <h2 className="display text-[1.5rem] tracking-[-0.012em]">{title}</h2>
      {text && <p className="mt-1 text-small text-ink-2">{text}</p>}
    </div>
    <div className="divide-y divide-line">{children}</div>
  </section>
);

interface SettingsRowProps {
  title: string;
  text?: ReactNode;
  /** The button on the right. */
  action?: ReactNode;
  children?: ReactNode;
}

/** The content of an open row. */
const panelClass = "mt-4 border-l-2 border-line-strong pl-4 sm:pl-6";

const rowClass = "py-5 first:pt-0 lg:first:pt-1";

export const SettingsRow = ({ title, text, action, children }: SettingsRowProps) => (
  <div className={rowClass}>
    <RowHead title={title} text={text} action={action} />
    {children && <div className="mt-3">{children}</div>}
  </div>
);

interface FoldedRowProps {
  id?: string;
  title: string;
  text: ReactNode;
  /** The text of the button that opens it. */
  label: string;
  isOpen?: boolean;
  children: ReactNode;
}

/** A row that folds open in place: plain HTML, without a script. */
export const FoldedRow = ({ id, title, text, label, isOpen, children }: FoldedRowProps) => (
  <details id={id} open={isOpen || undefined} className={`group ${rowClass}`}>
    <summary className="grid cursor-pointer list-none items-center justify-items-start gap-x-6 sm:grid-cols-[minmax(0,1fr)_auto] [&::-webkit-details-marker]:hidden">
      <h3 className="font-strong">{title}</h3>
      <span className="text-small wrap-anywhere text-ink-2">{text}</span>
      <span
        className={`${buttonClass({ size: "small" })} mt-2 sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:mt-0`}
      >
        <span className="group-open:hidden">{label}</span>
        <span className="hidden group-open:inline">Close</span>
      </span>
    </summary>
    <div className={panelClass}>{children}</div>
  </details>
);

const RowHead = ({ title, text, action }: Omit<SettingsRowProps, "children">) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
    <div className="min-w-0 basis-44 grow">
      <h3 className="font-strong">{title}</h3>
      {text && <p className="text-small wrap-anywhere text-ink-2">{text}</p>}
    </div>
    {action}
  </div>
);

interface OpenableRowProps {
  /** The last part of the address at which it is open. */
  name: string;
  title: string;
  text?: ReactNode;
  /** The text of the button that opens it, short enough to fit next to the text on a phone. */
  label: string;
  /** The full text of that button. */
  fullLabel: string;
}

/** A row whose form has its own address and is shown inside the row. */
export function OpenableRow({ name, title, text, label, fullLabel }: OpenableRowProps) {
  const outlet = useOutlet();
  const { pathname, search } = useLocation();
  const isOpen = outlet !== null && findOpenRow(pathname, search) === name;
  const id = `row-${name}`;
  // "Confirm it’s you" keeps the focus on the pressed button. The form that follows takes the focus.
  const takesFocus = isConfirmation(pathname) ? "close" : "panel";
  return (
    <div id={id} data-open-row={isOpen || undefined} className={rowClass}>
      <RowHead
        title={title}
        text={text}
        action={
          isOpen ? (
            <ButtonLink
              href={`/dashboard/settings#${id}`}
              data-takes-focus={takesFocus === "close" || undefined}
              size="small"
            >
              Close
            </ButtonLink>
          ) : (
            <ButtonLink href={`/dashboard/settings/${name}#${id}`} aria-label={fullLabel} size="small">
              {label}
            </ButtonLink>
          )
        }
      />
      {isOpen && (
        <div
          tabIndex={-1}
          data-takes-focus={takesFocus === "panel" || undefined}
          className={`outline-none ${panelClass}`}
        >
          {outlet}
        </div>
      )}
    </div>
  );
}

const names = ["answers", "email", "password", "security", "history", "data", "delete"];

const isConfirmation = (pathname: string) => pathname.endsWith("/verify");

/** "Confirm it’s you" is shown in the row that it leads to. */
export function findOpenRow(pathname: string, search: string): string {
  const target = isConfirmation(pathname) ? (new URLSearchParams(search).get("next") ?? "") : pathname;
  const name = /^\/dashboard\/settings\/(\w+)/.exec(target)?.[1] ?? "";
  return names.includes(name) ? name : "";
}
