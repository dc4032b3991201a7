/** Pages that are the same for every visitor without a cookie. */
export const publicPages = ["/", "/about", "/contact", "/privacy", "/terms"];

/** Speculation rules: the browser may render a public page while the pointer rests on its link. */
export const prerenderOnHover = JSON.stringify({
  prerender: [{ where: { href_matches: publicPages }, eagerness: "moderate" }],
});
