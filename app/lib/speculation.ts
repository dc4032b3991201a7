/**
 * The pages that are the same for everyone may be rendered while the pointer rests on a link. Anything that
 * belongs to a person or starts something is left alone.
 */
export const prerenderOnHover = JSON.stringify({
  prerender: [
    { where: { href_matches: ["/", "/about", "/contact", "/privacy", "/terms"] }, eagerness: "moderate" },
  ],
});
