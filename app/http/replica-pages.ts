import { figuresPath } from "./figures-page.ts";
import { publicPages } from "./public-pages.ts";

const pages = [
  ...publicPages,
  figuresPath,
  "/events",
  "/identity",
  "/quiz",
  "/dashboard/bookings",
  "/dashboard/bookings/new",
  "/dashboard/settings",
  "/dashboard/settings/answers",
];

const bookingPage = /^\/dashboard\/bookings\/[^/]{1,64}$/;

/**
 * Whether a page may show what was true a moment ago. Forms, sign-in, links of emails, money, hosts' pages and settings about
 * safety always read the primary.
 */
export function readsReplica({ method, url }: Pick<Request, "method" | "url">): boolean {
  const { pathname } = new URL(url);
  return ["GET", "HEAD"].includes(method) && (pages.includes(pathname) || bookingPage.test(pathname));
}
