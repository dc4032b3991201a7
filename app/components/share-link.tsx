import shareScript from "#app/browser/share-link.ts?worker&url";
import { Button, quietLinkClass } from "./button.tsx";
import { PageScript } from "./page.tsx";

interface ShareLinkProps {
  address: string;
  label: string;
  variant: "primary" | "secondary";
  /** The button comes first, and the address folds out. */
  isFolded?: boolean;
}

/** Without JavaScript, the address can be copied by hand. */
export function ShareLink({ address, label, variant, isFolded = false }: ShareLinkProps) {
  const input = (
    <input
      readOnly
      aria-label={label}
      value={address}
      className="h-12 w-full border-b border-line-strong bg-transparent text-small"
    />
  );
  return (
    <div data-share={address} className="grid w-full gap-3">
      {!isFolded && input}
      <Button type="button" hidden data-share-button variant={variant} className="[&[hidden]]:hidden">
        Share the link
      </Button>
      {isFolded && (
        <details>
          <summary className={quietLinkClass}>Show the address</summary>
          {input}
        </details>
      )}
      <PageScript src={shareScript} />
    </div>
  );
}
