import shareScript from "#app/browser/share-link.ts?worker&url";
import { Button } from "./button.tsx";
import { PageScript } from "./page.tsx";

interface ShareLinkProps {
  address: string;
  label: string;
  variant: "primary" | "secondary";
}

/** Without JavaScript, the address can be copied by hand. */
export const ShareLink = ({ address, label, variant }: ShareLinkProps) => (
  <div data-share={address} className="grid w-full gap-3">
    <input
      readOnly
      aria-label={label}
      value={address}
      className="h-12 w-full border-b border-line-strong bg-transparent text-small"
    />
    <Button type="button" hidden data-share-button variant={variant} className="[&[hidden]]:hidden">
      Share the link
    </Button>
    <PageScript src={shareScript} />
  </div>
);
