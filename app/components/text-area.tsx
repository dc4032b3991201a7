import type { TextareaHTMLAttributes } from "react";

/** For several lines, below what they are about. */
export const TextArea = ({
  label,
  ...textarea
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { label: string }) => (
  <label className="grid w-full gap-2 text-left">
    <span className="text-label font-strong text-ink-2">{label}</span>
    <textarea
      className="w-full rounded-paper border border-line-strong bg-surface p-3 placeholder:text-ink-3"
      {...textarea}
    />
  </label>
);
