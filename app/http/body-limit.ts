import { errorMessage } from "#app/lib/error-messages.ts";

interface Limit {
  maxBytes: number;
  message: string;
}

const kilobyte = 1024;

const maxPhotoBytes = 6 * 1024 * kilobyte;
/** More than the longest name takes. */
const maxEndBytes = 4 * kilobyte;
const webhookLimit: Limit = { maxBytes: 256 * kilobyte, message: "That’s too much data: at most 256 kB." };
const formLimit: Limit = { maxBytes: 64 * kilobyte, message: errorMessage(413).text };

interface Limits {
  /**
   * Checks the sender of a photo that may fit before it is read. If refused, the request continues without it, so that the
   * page says so.
   */
  checkSender(): Promise<"signed out" | "refused" | "allowed">;
  /** A request whose photo does not fit also continues without it. */
  onPhotoTooLarge(): void;
}

/** Returns the request with a body that is small enough to parse, or the refusal. Parsing a form needs many times its size. */
export async function limitBody(request: Request, limits: Limits): Promise<Request | Response> {
  const { url, body, headers } = request;
  if (!body) return request;
  const { pathname } = new URL(url);
  const { maxBytes, message } = pathname.startsWith("/webhooks/") ? webhookLimit : formLimit;
  const declaredBytes = headers.has("Content-Length") ? Number(headers.get("Content-Length")) : undefined;
  if (declaredBytes !== undefined && declaredBytes <= maxBytes) return request;
  const boundary = pathname === "/identity" && readBoundary(headers);
  if (boundary) return limitPhoto(request, boundary, { ...limits, declaredBytes });
  if (declaredBytes !== undefined) return refuse(body, { status: 413 }, message);
  const { bytes } = await readUpTo(maxBytes, body);
  return bytes ? new Request(request, { body: bytes }) : new Response(message, { status: 413 });
}

async function limitPhoto(
  request: Request,
  boundary: string,
  { checkSender, onPhotoTooLarge, declaredBytes = 0 }: Limits & { declaredBytes: number | undefined },
) {
  const body = request.body as ReadableStream<Uint8Array>;
  const isTooLarge = declaredBytes > maxPhotoBytes;
  // A photo that is too large is not counted, so that nobody who tries again and again is locked out for a day.
  const sender = isTooLarge ? "allowed" : await checkSender();
  if (sender === "signed out") return refuse(body, { status: 302, headers: { Location: "/" } });
  const { bytes, end } = await readUpTo(sender === "allowed" && !isTooLarge ? maxPhotoBytes : 0, body);
  if (!bytes) {
    if (sender === "allowed") onPhotoTooLarge();
    return withoutPhoto(request, readName(end, boundary));
  }
  if (hasTooManyParts(bytes, boundary)) return new Response(formLimit.message, { status: 413 });
  return new Request(request, { body: bytes });
}

/** The name comes after the photo in the form. */
function readName(end: Buffer, boundary: string): string | undefined {
  const text = end.toString();
  const [, after] = text.split(/\bname="?name"?\r\n\r\n/);
  return after?.includes(`\r\n--${boundary}`) ? after.split(`\r\n--${boundary}`)[0] : undefined;
}

function withoutPhoto({ url, method, headers: given }: Request, name: string | undefined): Request {
  const headers = new Headers(given);
  for (const header of ["Content-Type", "Content-Length"]) headers.delete(header);
  return new Request(url, { method, headers, body: new URLSearchParams(name === undefined ? {} : { name }) });
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

/** Returns no `bytes` if there are more than the limit; `end` has the last of them. */
async function readUpTo(
  maxBytes: number,
  body: ReadableStream<Uint8Array>,
): Promise<{ bytes?: Buffer<ArrayBuffer>; end: Buffer }> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || !value) return { bytes: Buffer.concat(chunks), end: noBytes };
    chunks.push(value);
    length += value.length;
    if (length > maxBytes) return { end: await readToEnd(reader, Buffer.concat(chunks)) };
  }
}

const noBytes = Buffer.alloc(0);

/** workerd closes the connection if a body is not read to its end, and the refusal would be lost. */
async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>, last = noBytes): Promise<Buffer> {
  let end = last.subarray(-maxEndBytes);
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || !value) return end;
    end = Buffer.concat([end, value]).subarray(-maxEndBytes);
  }
}
