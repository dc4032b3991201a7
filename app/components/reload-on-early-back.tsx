import { useEffect } from "react";
import { useServerContext } from "./server-context.tsx";

declare global {
  var reloadOnBack: (() => unknown) | undefined;
}

/** Without it, Back pressed before hydration changes the address but not the page. */
export function ReloadOnEarlyBack() {
  const { nonce } = useServerContext();
  useEffect(() => {
    if (window.reloadOnBack) removeEventListener("popstate", window.reloadOnBack);
  }, []);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, and must run before any module does
      dangerouslySetInnerHTML={{ __html: script }}
    />
  );
}

/** A change of the `#fragment` alone is a popstate too and needs no reload. */
const script = `{
  const page = () => location.pathname + location.search;
  const loaded = page();
  addEventListener("popstate", (reloadOnBack = () => page() === loaded || location.reload()));
}`;
