import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { onTestFinished } from "vitest";

/** Serves what npm asks a registry for, on this machine, and returns its address. */
export async function serveRegistry(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** An audit service that knows these advisories by package. */
export const serveAdvisories =
  (advisories: Record<string, unknown[]>): RequestListener =>
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.url !== "/-/npm/v1/security/advisories/bulk") return response.writeHead(404).end("{}");
      const body = Buffer.concat(chunks);
      const asked = JSON.parse(
        (request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString(),
      );
      const known = Object.entries(advisories).filter(([name]) => Object.hasOwn(asked, name));
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify(Object.fromEntries(known)));
    });
  };
