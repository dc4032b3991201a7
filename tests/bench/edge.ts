import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { brotliCompressSync, constants } from "node:zlib";

const compressible = /^(text\/|application\/(javascript|json|manifest)|image\/svg)/;

/** Plays Cloudflare's edge before a local Worker: what can be compressed leaves as brotli. */
export async function openEdge(origin: URL): Promise<{ url: string; close(): void }> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request(new URL(url ?? "/", origin), { method, headers }, async (answer) => {
      const body = await bodyOf(answer);
      const { "content-length": _, "transfer-encoding": __, ...kept } = answer.headers;
      const compress = compressible.test(answer.headers["content-type"] ?? "");
      outgoing.writeHead(answer.statusCode ?? 502, {
        ...kept,
        ...(compress ? { "content-encoding": "br", vary: "Accept-Encoding" } : {}),
      });
      outgoing.end(compress ? brotli(body) : body);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://localhost:${portOf(server)}`, close: () => void server.close() };
}

/** Cloudflare compresses what it can't cache at level 4. */
export const brotli = (body: Buffer | string) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
