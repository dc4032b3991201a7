import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { syncTabs } from "#app/browser/sync-tabs.ts";
import { saveStaticParts } from "#app/components/static-parts.ts";

saveStaticParts();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

// Loading a page of the dashboard again would remember it for the next person who signs in.
syncTabs(() => location.assign("/"));
