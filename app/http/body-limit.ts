/** More than any form of ours holds, and little enough to be held. */
const maxBytes = 25 * 1_048_576;

/** Servers send a page of JSON at most. */
const maxWebhookBytes = 256 * 1024;

/** A body that is too large, or does not say how large it is, is let run out and kept nowhere. */
export async function refuseLargeBody({ url, body, headers }: Request): Promise<Response | undefined> {
  const limit = new URL(url).pathname.startsWith("/webhooks/") ? maxWebhookBytes : maxBytes;
  if (!body || Number(headers.get("Content-Length") ?? Number.NaN) <= limit) return undefined;
  await body.pipeTo(new WritableStream()).catch(() => {});
  return new Response(
    "That is more than we can take in at once. Please go back and send something smaller.",
    {
      status: headers.has("Content-Length") ? 413 : 411,
    },
  );
}
