/** Remix treats every other method like POST, so others are refused here. */
const methods = ["GET", "HEAD", "POST"];

export const refuseUnknownMethod = ({ method }: Request) =>
  methods.includes(method)
    ? undefined
    : new Response("This address only takes GET, HEAD and POST.", {
        status: 405,
        headers: { Allow: methods.join(", ") },
      });

/** Adds `Allow` to a 405 of Remix, which means that the route has no action. */
export function completeMethodRefusal(response: Response): Response {
  if (response.headers.has("Allow")) return response;
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
  const answer = isPage ? response : new Response("This address can only be read.", { status: 405 });
  answer.headers.set("Allow", "GET, HEAD");
  return answer;
}
