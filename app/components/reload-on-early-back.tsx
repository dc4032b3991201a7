import { useEffect } from "react";
import { useNonce } from "./nonce.tsx";

declare global {
  var askAnew: (() => unknown) | undefined;
}

/** Back, pressed before React listens, would change the address and leave the page: until then the page is asked for anew. */
export function EarlyBack() {
  const nonce = useNonce();
  useEffect(() => {
    if (window.askAnew) removeEventListener("popstate", window.askAnew);
  }, []);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, and must run before any module does
      dangerouslySetInnerHTML={{ __html: listen }}
    />
  );
}

/** A step to another place on the page is a popstate too, and changes nothing but what follows the #. */
const listen = `{
  const page = () => location.pathname + location.search;
  const shown = page();
  addEventListener("popstate", (askAnew = () => page() === shown || location.reload()));
}`;
