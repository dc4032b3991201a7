import type { ReactNode } from "react";

interface SettingsSectionProps {
  title: string;
  text: ReactNode;
  children: ReactNode;
}

export const SettingsSection = ({ title, text, children }: SettingsSectionProps) => (
  <section className="mt-8 grid gap-x-12 gap-y-4 border-t border-line pt-6 lg:grid-cols-[18rem_1fr]">
    <div>
      <h2 className="display text-[1.375rem] tracking-[-0.012em]">{title}</h2>
      <p className="mt-1 text-small text-ink-2">{text}</p>
    </div>
    <div className="self-center">{children}</div>
  </section>
);
