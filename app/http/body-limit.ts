interface Limit {
  maxBytes: number;
  message: string;
}

const kilobyte = 1024;

const photoLimit: Limit = {
  maxBytes: 6 * 1024 * kilobyte,
  message: "Please go back and choose a picture of at most 5 MB.",
};
const webhookLimit: Limit = { maxBytes: 256 * kilobyte, message: "That is too much data." };
const formLimit: Limit = {
  maxBytes: 64 * kilobyte,
  message: "That is too much data. Please go back and send something smaller.",
};

/** Parsing a form costs many times its size, so nothing that is too large gets that far. */
function findLimit({ pathname }: URL): Limit {
  if (pathname.startsWith("/webhooks/")) return webhookLimit;
  return pathname === "/identity" ? photoLimit : formLimit;
}

/** Reads a body that is too large, or has no length, to its end: workerd closes the connection otherwise. */
export async function refuseLargeBody({ url, body, headers }: Request): Promise<Response | undefined> {
  const { maxBytes, message } = findLimit(new URL(url));
  if (!body || Number(headers.get("Content-Length") ?? Number.NaN) <= maxBytes) return undefined;
  await body.pipeTo(new WritableStream()).catch(() => {});
  return new Response(message, { status: headers.has("Content-Length") ? 413 : 411 });
}
