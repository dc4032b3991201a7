import { useServerContext } from "./page-context.tsx";

/** Cloudflare's Turnstile, which adds a field to the form around it. */
export const HumanCheck = ({ siteKey }: { siteKey: string }) => (
  <div className="grid gap-2 text-small text-ink-2">
    <p>
      Many people are signing up at the moment, so we check that you’re human. Without JavaScript it works
      too, and your confirmation email takes 15 minutes.
    </p>
    <div className="cf-turnstile" data-sitekey={siteKey} data-size="flexible" />
    <script
      async
      src="https://challenges.cloudflare.com/turnstile/v0/api.js"
      nonce={useServerContext().nonce}
    />
  </div>
);
