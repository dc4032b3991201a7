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
      className="m-0 mt-auto max-h-[96svh] w-full scroll-pt-20 max-w-none rounded-t-sheet bg-surface text-ink shadow-dialog backdrop:bg-scrim lg:m-auto lg:max-w-240 lg:rounded-paper"
    >
      <div className="grid gap-1 px-5 pb-7 lg:px-11 lg:pb-11">
        <header className="sticky top-0 z-10 -mx-5 flex items-center justify-between bg-surface px-5 pt-4 pb-2 lg:pt-9">
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
