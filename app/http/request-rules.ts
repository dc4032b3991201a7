import { errorMessage } from "#app/lib/error-messages.ts";
import { isPage } from "./responses.ts";

type Settings = Pick<Env, "APP_ENV" | "SITE_URL" | "DESK_TOKEN">;

/** On the club's own origin, with one slash at the start and none at the end. A local club has no fixed origin. */
export function redirectToCanonicalAddress(
  { method, url }: Pick<Request, "method" | "url">,
  { APP_ENV, SITE_URL, DESK_TOKEN }: Settings,
): Response | undefined {
  const { origin, pathname, search } = new URL(url);
  const siteOrigin = APP_ENV === "local" || DESK_TOKEN ? origin : new URL(SITE_URL).origin;
  if (origin !== siteOrigin) return redirectTo(308, siteOrigin + pathname + search);
  if (method !== "GET" || !(pathname.startsWith("//") || (pathname.endsWith("/") && pathname !== "/")))
    return undefined;
  // Two slashes at the start would redirect to another site.
  return redirectTo(301, `/${trimSlashes(pathname)}${search}`);
}

/** A regular expression for the end would start again at every slash. */
function trimSlashes(path: string): string {
  let [start, end] = [0, path.length];
  while (path[start] === "/") start++;
  while (end > start && path[end - 1] === "/") end--;
  return path.slice(start, end);
}

/** Far longer than the address of any page of ours. */
const [maxPathLength, maxQueryLength] = [2_048, 4_096];

/** Remix would print a line that is not in our log's format for an address that it can't decode. */
export function refuseBrokenAddress({ url }: Pick<Request, "url">): Response | undefined {
  const { pathname, search } = new URL(url);
  const isTooLong = pathname.length > maxPathLength || search.length > maxQueryLength;
  if (isTooLong) return refuse(414);
  return canBeDecoded(pathname) ? undefined : refuse(404);
}

function canBeDecoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const refuse = (status: 404 | 414) => new Response(errorMessage(status).text, { status });

const redirectTo = (status: 301 | 308, location: string) =>
  new Response(null, { status, headers: { Location: location } });

/** Other servers post to these paths, each with its own proof. */
const serverToServerPaths = new Set([
  "/dev/google/token",
  "/unsubscribe",
  "/webhooks/resend",
  "/webhooks/stripe",
]);

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** A request that can change something must have Origin or Sec-Fetch-Site, and each that it has must name this site. */
export function isCrossSite(request: Request): boolean {
  const { origin: here, pathname } = new URL(request.url);
  if (safeMethods.has(request.method) || serverToServerPaths.has(pathname)) return false;
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  if (site === null && origin === null) return true;
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  return origin !== null && origin !== here;
}

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
  const answer = isPage(response)
    ? response
    : new Response("This address can only be read.", { status: 405 });
  answer.headers.set("Allow", "GET, HEAD");
  return answer;
}

const headersReadByRemix = ["Origin", "X-Forwarded-Host"];

/** Removes what Remix answers with 500: a GET's body, and origins. And `_data`, which gets only a loader's data. */
export function cleanRequest(original: Request): Request {
  const address = new URL(original.url);
  address.searchParams.delete("_data");
  const request = original.url.includes("_data") ? new Request(address, original) : original;
  const { url, method, headers, body } = request;
  if (body && (method === "GET" || method === "HEAD")) return new Request(url, { method, headers });
  if (!headersReadByRemix.some((name) => headers.has(name))) return request;
  const cleaned = new Request(request);
  for (const name of headersReadByRemix) cleaned.headers.delete(name);
  return cleaned;
}

interface Limit {
  maxBytes: number;
  /** Up to here it is read, so that its page can show it again. */
  maxShownBytes?: number;
  message: string;
}

const kilobyte = 1024;

const maxPhotoBytes = 6 * 1024 * kilobyte;
/** More than the longest name takes. */
const maxEndBytes = 4 * kilobyte;
const webhookLimit: Limit = { maxBytes: 256 * kilobyte, message: "That’s too much data: at most 256 kB." };
/** Twice what the longest texts of a form take in any encoding. An action never reads more. */
const formLimit: Limit = {
  maxBytes: 64 * kilobyte,
  maxShownBytes: 1024 * kilobyte,
  message: errorMessage(413).text,
};
/** Each takes many times its bytes. */
const maxShownFields = 1_000;

interface Limits {
  /** Checks who sent a photo before it is read. If refused, the request goes on without it, so that the page says so. */
  checkSender(): Promise<"signed out" | "refused" | "allowed">;
  /** A request whose photo does not fit also continues without it. */
  onPhotoTooLarge(): void;
  onFormTooLong(form: Request): void;
}

/** Returns the request with a body that is small enough to parse, or the refusal. Parsing a form needs many times its size. */
export async function limitBody(request: Request, limits: Limits): Promise<Request | Response> {
  const { url, body, headers } = request;
  if (!body) return request;
  const { pathname } = new URL(url);
  const limit = pathname.startsWith("/webhooks/") ? webhookLimit : formLimit;
  const { maxBytes, maxShownBytes = maxBytes, message } = limit;
  const declaredBytes = headers.has("Content-Length") ? Number(headers.get("Content-Length")) : undefined;
  if (declaredBytes !== undefined && declaredBytes <= maxBytes) return request;
  const boundary = pathname === "/identity" && readBoundary(headers);
  if (boundary) return limitPhoto(request, boundary, { ...limits, declaredBytes });
  const { bytes } = await readUpTo(declaredBytes && declaredBytes > maxShownBytes ? 0 : maxShownBytes, body);
  const form = bytes && new Request(request, { body: bytes });
  if (form && bytes.length <= maxBytes) return form;
  if (form && !readBoundary(headers) && !hasTooMany("&", maxShownFields, bytes)) limits.onFormTooLong(form);
  return new Response(message, { status: 413 });
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
  if (sender === "signed out") return refuseUnread(body, { status: 302, headers: { Location: "/" } });
  const { bytes, end } = await readUpTo(sender === "allowed" && !isTooLarge ? maxPhotoBytes : 0, body);
  if (!bytes) {
    if (sender === "allowed") onPhotoTooLarge();
    return withoutPhoto(request, readName(end, boundary));
  }
  if (hasTooMany(`--${boundary}`, maxParts, bytes)) return new Response(formLimit.message, { status: 413 });
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

function hasTooMany(separator: string, maxCount: number, bytes: Buffer): boolean {
  let found = -1;
  for (let count = 0; count <= maxCount + 1; count++) {
    found = bytes.indexOf(separator, found + 1);
    if (found < 0) return false;
  }
  return true;
}

async function refuseUnread(body: ReadableStream, init: ResponseInit, message?: string): Promise<Response> {
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
