/** Pages that are the same for every visitor without a cookie. */
export const publicPages = ["/", "/about", "/contact", "/privacy", "/terms"];

/** Fetching them changes nothing. A booking's own page is missing, because it is seen for the first time only once. */
const pagesToFetchAhead = [
  "/events",
  "/dashboard/bookings",
  "/dashboard/bookings/new",
  "/dashboard/settings",
  "/login",
  "/register",
];

/** While the pointer rests on a link, browsers render a public page, and fetch some other pages. */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { href_matches: publicPages }, eagerness: "moderate" }],
  prefetch: [{ where: { href_matches: pagesToFetchAhead }, eagerness: "moderate" }],
});
