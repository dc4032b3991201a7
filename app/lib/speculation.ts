import { publicPages } from "#app/http/public-pages.ts";

/**
 * Rules that let the browser render a public page while the pointer rests on a link to it. Anything that
 * belongs to a person or starts something is left alone.
 */
export const prerenderOnHover = JSON.stringify({
  prerender: [{ where: { href_matches: publicPages }, eagerness: "moderate" }],
});
