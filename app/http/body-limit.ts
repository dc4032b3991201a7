const maxBytes = 25 * 1_048_576;

const maxWebhookBytes = 256 * 1024;

/** Reads a body that is too large, or has no length, to its end: workerd closes the connection otherwise. */
export async function refuseLargeBody({ url, body, headers }: Request): Promise<Response | undefined> {
  const limit = new URL(url).pathname.startsWith("/webhooks/") ? maxWebhookBytes : maxBytes;
  if (!body || Number(headers.get("Content-Length") ?? Number.NaN) <= limit) return undefined;
  await body.pipeTo(new WritableStream()).catch(() => {});
  return new Response("That is too much data. Please go back and send something smaller.", {
    status: headers.has("Content-Length") ? 413 : 411,
  });
}
