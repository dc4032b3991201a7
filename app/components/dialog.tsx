import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./icon.tsx";

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The native modal dialog keeps the focus inside, closes on Escape and returns the focus. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes it; the keyboard has Escape
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="m-0 mt-auto max-h-[96svh] w-full max-w-none rounded-t-sheet bg-surface text-ink shadow-dialog backdrop:bg-scrim lg:m-auto lg:max-w-240 lg:rounded-paper"
    >
      <div className="grid gap-3 px-5 pt-4 pb-7 lg:px-11 lg:pt-9 lg:pb-11">
        <header className="flex items-center justify-between">
          <h2
            id={titleId}
            className="display text-[1.625rem]/[1.2] tracking-[-0.022em] lg:text-[2.25rem]/[1.2]"
          >
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="-mr-2.5 grid size-target cursor-pointer place-items-center rounded-round hover:bg-sunk"
          >
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
