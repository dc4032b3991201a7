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

/** The request with a body that is small enough to parse, or the refusal: parsing a form costs many times its size. */
export async function limitBody(
  request: Request,
  isSignedIn: () => Promise<boolean>,
): Promise<Request | Response> {
  const { url, body, headers } = request;
  if (!body) return request;
  const { pathname } = new URL(url);
  const { maxBytes, message } = pathname.startsWith("/webhooks/") ? webhookLimit : formLimit;
  const declaredBytes = headers.has("Content-Length") ? Number(headers.get("Content-Length")) : undefined;
  if (declaredBytes !== undefined && declaredBytes <= maxBytes) return request;
  const boundary = pathname === "/identity" && readBoundary(headers);
  if (boundary) return limitPhoto(request, boundary, isSignedIn);
  if (declaredBytes !== undefined) return refuse(body, { status: 413 }, message);
  const bytes = await readUpTo(maxBytes, body);
  return bytes ? new Request(request, { body: bytes }) : new Response(message, { status: 413 });
}

async function limitPhoto(request: Request, boundary: string, isSignedIn: () => Promise<boolean>) {
  const body = request.body as ReadableStream<Uint8Array>;
  if (!(await isSignedIn())) return refuse(body, { status: 302, headers: { Location: "/" } });
  const { maxBytes, message } = photoLimit;
  const bytes = await readUpTo(maxBytes, body);
  if (!bytes || hasTooManyParts(bytes, boundary)) return new Response(message, { status: 413 });
  return new Request(request, { body: bytes });
}

const readBoundary = (headers: Headers) =>
  /^multipart\/form-data;.*boundary="?([^";,\s]+)/i.exec(headers.get("Content-Type") ?? "")?.[1];

const maxParts = 10;

function hasTooManyParts(bytes: Buffer, boundary: string): boolean {
  let found = -1;
  for (let count = 0; count <= maxParts + 1; count++) {
    found = bytes.indexOf(`--${boundary}`, found + 1);
    if (found < 0) return false;
  }
  return true;
}

async function refuse(body: ReadableStream, init: ResponseInit, message?: string): Promise<Response> {
  await readToEnd(body.getReader());
  return new Response(message, init);
}

/** Undefined where there is more. */
async function readUpTo(
  maxBytes: number,
  body: ReadableStream<Uint8Array>,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || !value) return Buffer.concat(chunks);
    chunks.push(value);
    length += value.length;
    if (length > maxBytes) {
      await readToEnd(reader);
      return undefined;
    }
  }
}

/** workerd closes the connection when a body is not read to its end, and the refusal would be lost. */
async function readToEnd(reader: ReadableStreamDefaultReader): Promise<void> {
  while (!(await reader.read().catch(() => ({ done: true }))).done);
}
