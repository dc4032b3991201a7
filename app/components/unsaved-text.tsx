import { FormError } from "./banner.tsx";

/** What came too late to be saved; nothing where nothing was typed. */
export const UnsavedText = ({ text }: { text: string }) =>
  text.trim() ? (
    <div className="grid w-full gap-3 text-left">
      <FormError>What you wrote was not saved. You can copy it here.</FormError>
      <textarea
        readOnly
        rows={4}
        defaultValue={text}
        aria-label="What you wrote"
        className="w-full rounded-paper border border-line-strong bg-transparent p-3"
      />
    </div>
  ) : (
    <FormError>Nothing was saved.</FormError>
  );
