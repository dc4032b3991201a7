import { Agent, type IncomingMessage, request } from "node:http";
import { createSecureServer } from "node:http2";
import { brotliCompressSync, constants } from "node:zlib";
import { generate } from "selfsigned";

const compressibleTypes = /^(text\/|application\/(javascript|json|manifest)|image\/svg)/;

/** workerd closes idle connections, and a request sent at that moment is lost. */
const agent = new Agent({ keepAlive: false });

/** Stands in for Cloudflare's edge before a local Worker: HTTP/2 over TLS, and brotli. */
export async function openEdgeProxy(origin: URL): Promise<{ url: string; close(): void }> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }]);
  const server = createSecureServer({ cert, key, allowHTTP1: true }, (incoming, outgoing) => {
    const { method, url = "/", headers } = incoming;
    const http1Headers = Object.entries(headers).filter(([name]) => !name.startsWith(":"));
    const forwarded = request(
      new URL(url, origin),
      { agent, method, headers: { ...Object.fromEntries(http1Headers), "accept-encoding": "identity" } },
      async (response) => {
        const body = await readBody(response);
        const {
          "content-length": _,
          "transfer-encoding": __,
          connection: ___,
          ...keptHeaders
        } = response.headers;
        const isCompressed = compressibleTypes.test(response.headers["content-type"] ?? "");
        const sent = isCompressed ? compressWithBrotli(body) : body;
        outgoing.writeHead(response.statusCode ?? 502, {
          ...keptHeaders,
          ...(isCompressed ? { "content-encoding": "br", vary: "Accept-Encoding" } : {}),
          "content-length": sent.length,
        });
        outgoing.end(sent);
      },
    );
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `https://localhost:${port}`, close: () => void server.close() };
}

/** Cloudflare compresses responses it can't cache at level 4. */
const compressWithBrotli = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}
