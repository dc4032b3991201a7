import { demoDiner } from "#app/operations/demo/demo-diner.ts";
import { defaultFace } from "./club-face.ts";
import { readClubFace } from "./club-settings.ts";
import { clubFile } from "./project.mjs";
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
  const face = readClubFace();
  const isOwn = face !== defaultFace;
  const option = `${folderOption(persistTo)}${clubFile === "club.toml" ? "" : ` --club ${clubFile}`}`;
  const first = isOwn
    ? `Found a city at http://localhost:${port}/desk/new-city, once you have opened the address of the desk`
    : `Sign in as      ${demoDiner.email}  ${demoDiner.password}`;
  return escapeLines(`
  ${face.club.name.padEnd(4)} runs at    http://localhost:${port}${reloads ? ", and reloads when you edit" : ""}
  ${first}
  Read emails at  http://localhost:${port}/dev/outbox
  Run the club at http://localhost:${port}/desk?token=${deskToken}
  Stop it with    Ctrl+C
${option && `  For this club, npm run ops needs the same: npm run ops -- event list${option}\n`}`);
}
