const headersReadByRemix = ["Origin", "X-Forwarded-Host"];

/**
 * Removes parts that make Remix fail: a GET's body, and origins, which Remix compares itself and answers with 500. Also
 * removes `_data`, for which Remix answers only with a loader's data, and which no page of ours uses.
 */
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
