import { Agent, type IncomingMessage, type RequestOptions, request } from "node:http";
import { buffer } from "node:stream/consumers";

const austin = {
  city: "Austin",
  country: "US",
  latitude: "30.27130",
  longitude: "-97.74260",
  timezone: "America/Chicago",
};

/** What Cloudflare's network knows of the visitor, by default somebody far from the club: workerd makes it the request's `cf`. */
export const visitorHeaders = (timeZone?: string) => ({
  "MF-CF-Blob": JSON.stringify(timeZone ? { timezone: timeZone } : austin),
});

interface Sent extends RequestOptions {
  body?: Buffer | string | undefined;
}

const kept = new Agent({ keepAlive: true });

/** On a connection that is kept: workerd closes one that was idle, perhaps as it is used again, and has then read nothing. */
export async function sendOnKeptConnection(url: URL, options: Sent): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt++) {
    const sending = send(url, { ...options, agent: kept });
    try {
      return await sending.answer;
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (!sending.isReused() || attempt > 100 || !["ECONNRESET", "EPIPE"].includes(code)) throw error;
    }
  }
}

/** Like `fetch`, which takes three times as much of the processor. It follows no redirect. */
export async function sendRequest(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const asked = new Request(url, init);
  const answer = await send(new URL(url), {
    method: asked.method,
    // workerd closes the connection when it does not read a whole form, which breaks a request that reuses it.
    agent: false,
    headers: { Accept: "*/*", "User-Agent": "node", ...Object.fromEntries(asked.headers) },
    signal: asked.signal,
    body: Buffer.from(await asked.arrayBuffer()),
  }).answer;
  const status = answer.statusCode ?? 0;
  const content = await buffer(answer);
  return new Response([204, 304].includes(status) ? null : content, {
    status,
    statusText: answer.statusMessage,
    headers: toHeaders(answer),
  });
}

function send(url: URL, { body, ...options }: Sent) {
  const sending = request(url, options);
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sending.on("response", resolve).on("error", reject).end(body);
  });
  return { answer, isReused: () => sending.reusedSocket };
}

function toHeaders({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
}
