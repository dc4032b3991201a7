import type { ReactNode } from "react";
import { Button } from "#app/components/button.tsx";

interface SecurityPartProps {
  title: string;
  text: string;
  children: ReactNode;
}

export const SecurityPart = ({ title, text, children }: SecurityPartProps) => (
  <section>
    <h4 className="font-strong">{title}</h4>
    <p className="mb-3 text-small text-ink-2">{text}</p>
    {children}
  </section>
);

interface SignInRowProps {
  children: ReactNode;
  about: string;
  /** What the form names. */
  field: { name: string; value: string };
  button: { intent: string; label: string; fullLabel: string };
}

/** A passkey or a browser, and the button that ends it. */
export const SignInRow = ({ children, about, field, button }: SignInRowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <p className="min-w-0 grow basis-52">
      {children} <span className="block text-small text-ink-2">{about}</span>
    </p>
    <form method="post">
      <input type="hidden" {...field} />
      <Button size="small" name="intent" value={button.intent} aria-label={button.fullLabel}>
        {button.label}
      </Button>
    </form>
  </li>
);
