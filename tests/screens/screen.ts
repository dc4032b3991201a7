import type { Page } from "playwright-core";
import { addCookies } from "#tests/support/cookies.ts";
import { visitorHeaders } from "#tests/support/send-request.ts";
import type { Club } from "#tests/support/start-club.ts";

/** What a person can see at one address in one state. */
export interface Screen {
  /** "bookings/pending": the folder and the file of its pictures. */
  name: string;
  /** As the build has it: "/dashboard/bookings/:id". */
  route: string;
  path: string;
  /** Of the person who looks; a visitor without it. */
  cookie?: string | undefined;
  /** Sent to the address as a browser without JavaScript does it. */
  form?: Record<string, string> | [name: string, value: string][];
  /** The answer's, if not 200. */
  status?: number;
  /** Where an answer with a redirect leads. */
  ends?: string;
  /** Before the page is opened. */
  prepare?(): Promise<unknown>;
  /** In the open page. */
  act?(page: Page): Promise<unknown>;
  /** When everything was looked at. */
  tidy?(): Promise<unknown>;
}

/** An email or a report: a file that is no page of the website. */
export interface Document {
  name: string;
  html: string;
}

export interface ScreenList {
  /** The routes that it shows, as the build has them. */
  routes: readonly string[];
  /** In the order in which they are looked at. */
  create(club: Club): Promise<Screen[]>;
}

let visits = 0;

/** Returns the page's HTML as the server sent it to somebody in that time zone, by default far from the club. */
export async function openScreen(page: Page, club: Club, screen: Screen, timeZone?: string): Promise<string> {
  await screen.prepare?.();
  await page.context().clearCookies();
  // Each from another network, so that no limit is met.
  await page.setExtraHTTPHeaders({
    "CF-Connecting-IP": `198.19.${visits++ % 256}.1`,
    ...visitorHeaders(timeZone),
  });
  if (screen.cookie) await addCookies(page, screen.cookie, club.url);
  const opened = await page.goto(club.url + screen.path);
  const answered = screen.form ? await sendForm(page, Object(screen.form)) : opened;
  const html = (await answered?.text()) ?? "";
  const { pathname } = new URL(page.url());
  const expected = screen.ends ?? new URL(screen.path, club.url).pathname;
  const status = answered?.status();
  if (status !== (screen.status ?? 200) || pathname !== expected)
    throw new Error(`${screen.name}: ${pathname} answered ${status}`);
  await screen.act?.(page);
  return html;
}

async function sendForm(page: Page, fields: Record<string, string> | [string, string][]) {
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
  const answered = page.waitForResponse(
    (response) =>
      response.request().isNavigationRequest() && (response.status() < 300 || response.status() >= 400),
  );
  const loaded = page.waitForEvent("load");
  await page.evaluate((pairs) => {
    const form = document.createElement("form");
    form.method = "post";
    form.hidden = true;
    for (const [name, value] of pairs)
      form.appendChild(Object.assign(document.createElement("textarea"), { name, value }));
    document.body.appendChild(form);
    HTMLFormElement.prototype.submit.call(form);
  }, pairs);
  await loaded;
  return answered;
}
