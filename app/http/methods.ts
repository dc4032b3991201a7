/** A form knows no more than these, and a route takes whatever is not a GET for a form. */
const methods = ["GET", "HEAD", "POST"];

export const refuseUnknownMethod = ({ method }: Request) =>
  methods.includes(method)
    ? undefined
    : new Response("This can only be read, or sent a form.", {
        status: 405,
        headers: { Allow: methods.join(", ") },
      });

/** Every route reads; whichever also writes says so by not answering this. */
export function completeMethodRefusal(response: Response): Response {
  if (response.headers.has("Allow")) return response;
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
  const answer = isPage ? response : new Response("This address can only be read.", { status: 405 });
  answer.headers.set("Allow", "GET, HEAD");
  return answer;
}
