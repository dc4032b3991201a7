import { Agent, type IncomingMessage, request } from "node:http";
import { createSecureServer } from "node:http2";
import { brotliCompressSync, constants } from "node:zlib";
import { generate } from "selfsigned";

const compressible = /^(text\/|application\/(javascript|json|manifest)|image\/svg)/;

/** workerd hangs up on lines that were idle, and whoever asks on one that moment is not heard. */
const agent = new Agent({ keepAlive: false });

/** Plays Cloudflare's edge before a local Worker: HTTP/2 over TLS, and what can be compressed leaves as brotli. */
export async function openEdge(origin: URL): Promise<{ url: string; close(): void }> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }]);
  const server = createSecureServer({ cert, key, allowHTTP1: true }, (incoming, outgoing) => {
    const { method, url = "/", headers } = incoming;
    const plain = Object.entries(headers).filter(([name]) => !name.startsWith(":"));
    const onward = request(
      new URL(url, origin),
      { agent, method, headers: { ...Object.fromEntries(plain), "accept-encoding": "identity" } },
      async (answer) => {
        const body = await bodyOf(answer);
        const { "content-length": _, "transfer-encoding": __, connection: ___, ...kept } = answer.headers;
        const compress = compressible.test(answer.headers["content-type"] ?? "");
        outgoing.writeHead(answer.statusCode ?? 502, {
          ...kept,
          ...(compress ? { "content-encoding": "br", vary: "Accept-Encoding" } : {}),
        });
        outgoing.end(compress ? brotli(body) : body);
      },
    );
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `https://localhost:${port}`, close: () => void server.close() };
}

/** Cloudflare compresses what it can't cache at level 4. */
const brotli = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}
