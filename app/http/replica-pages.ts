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
 * Whether a page can show data that is a moment old. Forms, sign-in, email links, money, hosts' pages and settings about
 * safety always read the primary.
 */
export function readsReplica({ method, url }: Pick<Request, "method" | "url">): boolean {
  const { pathname } = new URL(url);
  return ["GET", "HEAD"].includes(method) && (pages.includes(pathname) || bookingPage.test(pathname));
}
