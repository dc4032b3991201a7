/** The pages that are the same for every stranger: for search engines, for prerendering, for the page cache. */
export const publicPages = ["/", "/about", "/contact", "/privacy", "/terms"];
