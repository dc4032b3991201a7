import { createServer } from "node:http";
import { openEdgeProxy } from "./edge-proxy.ts";

const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>Blank</title><link rel="icon" href="data:,"><p>Blank</p></html>`;

/** Shows what the browser and the machine take without any page of ours. */
export async function openBlankPage(): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const edge = await openEdgeProxy(new URL(`http://127.0.0.1:${port}`));
  return {
    url: edge.url,
    close() {
      edge.close();
      server.close();
    },
  };
}
