const headersReadByRemix = ["Origin", "X-Forwarded-Host"];

/**
 * Removes what Remix fails on: a GET's body, and origins, which it compares itself and answers with 500. And `_data`, with
 * which it answers only what a loader returns, and which no page of ours asks for.
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
