import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What goes wrong with a delivery: before the mail is taken, or after it was. */
export type EmailFault = "none" | "500 before" | "500 after" | "429" | "cut before" | "cut after";

export type FakeResend = Awaited<ReturnType<typeof startFakeResend>>;

/** A server that speaks Resend's part: one mail a key, whatever happens to the answer. */
export async function startFakeResend(nextFault: () => EmailFault) {
  const taken = new Map<string, string>();
  let doubled = 0;
  const say = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const key = String(request.headers["idempotency-key"]);
    const fault = nextFault();
    if (fault === "500 before") return say(response, 500, { name: "internal_server_error", message: "oops" });
    if (fault === "429") return say(response, 429, { name: "rate_limit_exceeded", message: "slow down" });
    if (fault === "cut before") return request.socket.destroy();
    if (taken.has(key) && taken.get(key) !== body) doubled++;
    taken.set(key, body);
    if (fault === "500 after") return say(response, 500, { name: "internal_server_error", message: "oops" });
    if (fault === "cut after") return request.socket.destroy();
    say(response, 200, { id: key });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    vars: { RESEND_API_KEY: "re_test", RESEND_URL: `http://127.0.0.1:${port}` },
    /** Every mail that left, by its key. */
    taken,
    /** A key that came again with another mail. */
    doubled: () => doubled,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
