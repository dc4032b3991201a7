import { demoDiner } from "./seed.ts";
import { escapeLines } from "./terminal-text.mjs";

export const defaultFolder = ".wrangler/state";

interface RunningClub {
  port: string;
  persistTo: string;
  reloads?: boolean;
}

/** What `npm start` and `npm run dev` say once the club runs. */
export function describeRunningClub({ port, persistTo, reloads = false }: RunningClub): string {
  // In a shell, a folder with other characters needs quotes.
  const folder = /^[\w./~-]+$/.test(persistTo) ? persistTo : `"${persistTo}"`;
  return escapeLines(`
  Öten runs at    http://localhost:${port}${reloads ? ", and reloads when you edit" : ""}
  Sign in as      ${demoDiner.email}  ${demoDiner.password}
  Read emails at  http://localhost:${port}/dev/outbox
  Stop it with    Ctrl+C
${persistTo === defaultFolder ? "" : `  For this club, npm run ops needs the same folder: npm run ops -- event list --persist-to ${folder}\n`}`);
}
