import { demoDiner } from "#app/operations/demo/demo-diner.ts";
import { escapeLines } from "./terminal-text.mjs";

export const defaultFolder = ".wrangler/state";

interface RunningClub {
  port: string;
  persistTo: string;
  reloads?: boolean;
  /** Opens the desk once; the browser keeps it in a cookie. */
  deskToken: string;
}

/** The option that commands need for a club other than the usual one. */
export function folderOption(persistTo: string): string {
  if (persistTo === defaultFolder) return "";
  // In a shell, a folder with other characters needs quotes.
  const folder = /^[\w./~-]+$/.test(persistTo) ? persistTo : `"${persistTo}"`;
  return ` --persist-to ${folder}`;
}

/** The text that `npm start` and `npm run dev` print once the club runs. */
export function describeRunningClub({ port, persistTo, reloads = false, deskToken }: RunningClub): string {
  const option = folderOption(persistTo);
  return escapeLines(`
  Öten runs at    http://localhost:${port}${reloads ? ", and reloads when you edit" : ""}
  Sign in as      ${demoDiner.email}  ${demoDiner.password}
  Read emails at  http://localhost:${port}/dev/outbox
  Run the club at http://localhost:${port}/desk?token=${deskToken}
  Stop it with    Ctrl+C
${option && `  For this club, npm run ops needs the same folder: npm run ops -- event list${option}\n`}`);
}
