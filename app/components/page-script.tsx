import { useServerContext } from "./page-context.tsx";

/** What a page needs besides `browser/every-page.ts`. It runs before `app-page.ts`, which leaves alone what it has dealt with. */
export const PageScript = ({ src }: { src: string }) => (
  <script type="module" src={src} nonce={useServerContext().nonce} {...{ fetchpriority: "low" }} />
);
