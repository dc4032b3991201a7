import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { playService } from "./outside.ts";

/** Test files of a process get the same ports one after another, so that their clubs have the same options. */
export function createPortPool() {
  const free: ReturnType<typeof createServer>[] = [];

  async function listen() {
    const server = createServer().listen(0, "127.0.0.1").unref();
    await once(server, "listening");
    return server;
  }

  /** `host` is of a service that the listener plays. */
  return async function openPort(listener: RequestListener, host?: string) {
    const server = free.shift() ?? (await listen());
    server.on("request", listener);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const endPlay = host && playService(host, url);
    return {
      url,
      close() {
        if (endPlay) endPlay();
        server.closeAllConnections();
        server.off("request", listener);
        free.push(server);
      },
    };
  };
}
