import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Test files of a process get the same ports one after another, so that their clubs have the same options. */
export function createPortPool() {
  const free: ReturnType<typeof createServer>[] = [];

  async function listen() {
    const server = createServer().listen(0, "127.0.0.1").unref();
    await once(server, "listening");
    return server;
  }

  return async function openPort(listener: RequestListener) {
    const server = free.shift() ?? (await listen());
    server.on("request", listener);
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close() {
        server.closeAllConnections();
        server.off("request", listener);
        free.push(server);
      },
    };
  };
}
