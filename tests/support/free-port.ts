import { once } from "node:events";
import { createServer } from "node:net";

/** No system gives these to who asks for any port, so that no other test gets one before the program of this one has it. */
const range = { from: 10_000, to: 32_000 };

/** For a program that a test starts. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const port = range.from + Math.floor(Math.random() * (range.to - range.from));
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch {
      continue;
    }
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error(`No port from ${range.from} to ${range.to} is free.`);
}
