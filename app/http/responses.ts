/** Thrown by loaders and actions: the visitor gets the page that says so. */
export const notFound = () => new Response(null, { status: 404, statusText: "Not Found" });

export const badRequest = () => new Response(null, { status: 400, statusText: "Bad Request" });
