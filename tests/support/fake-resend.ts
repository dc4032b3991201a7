import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** "before" and "after" say whether the email is accepted. */
export type EmailFault = "none" | "500 before" | "500 after" | "429" | "cut before" | "cut after";

/** Accepts one email for each idempotency key, as Resend does. */
export async function startFakeResend(nextFault: () => EmailFault) {
  const acceptedEmails = new Map<string, string>();
  let reusedKeyCount = 0;
  const respond = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  const internalError = { name: "internal_server_error", message: "oops" };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const key = String(request.headers["idempotency-key"]);
    const fault = nextFault();
    if (fault === "500 before") return respond(response, 500, internalError);
    if (fault === "429") return respond(response, 429, { name: "rate_limit_exceeded", message: "slow down" });
    if (fault === "cut before") return request.socket.destroy();
    if (acceptedEmails.has(key) && acceptedEmails.get(key) !== body) reusedKeyCount++;
    acceptedEmails.set(key, body);
    if (fault === "500 after") return respond(response, 500, internalError);
    if (fault === "cut after") return request.socket.destroy();
    respond(response, 200, { id: key });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    vars: { RESEND_API_KEY: "re_test", RESEND_URL: `http://127.0.0.1:${port}` },
    /** The body of each email by its idempotency key. */
    acceptedEmails,
    /** How often a key came with another email than before. */
    countReusedKeys: () => reusedKeyCount,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
