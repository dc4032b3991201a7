import type { ServerResponse } from "node:http";
import { createPortPool } from "./port-pool.ts";

/** "before" and "after" say whether the emails are accepted. */
export type EmailFault = "none" | "500 before" | "500 after" | "429" | "cut before" | "cut after";

export interface DeliveredEmail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments?: { filename: string; content: string; content_type: string }[];
  atMs: number;
  /** How many emails its request had; 0 where it was no batch. */
  batchSize: number;
}

interface FakeResendOptions {
  /** May keep the answer back. */
  nextFault?: () => EmailFault | Promise<EmailFault>;
  /** What a 429 asks for, in seconds of real time. */
  pauseSeconds?: number;
  /** More are answered with 429. */
  requestsPerSecond?: number;
  /** Makes it refuse the whole batch that has such an email. */
  refusesWhole?: (to: string) => boolean;
  /** Refused as invalid, while the others of the batch are taken. */
  isInvalid?: (to: string) => boolean;
}

const openPort = createPortPool();
const secondMs = 1_000;

/** Takes an email, or the emails of a batch, once for each idempotency key, as Resend does. */
export async function startFakeResend(options: FakeResendOptions = {}) {
  const {
    nextFault = () => "none",
    pauseSeconds = 2,
    requestsPerSecond = Number.POSITIVE_INFINITY,
  } = options;
  const { isInvalid = () => false, refusesWhole = () => false } = options;
  const delivered: DeliveredEmail[] = [];
  const bodies = new Map<string, string>();
  const responses = new Map<string, object>();
  let [refusedRequestCount, requestCount] = [0, 0];
  let recentMs: number[] = [];
  const respond = (response: ServerResponse, status: number, body: object, headers = {}) =>
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
  const internalError = { name: "internal_server_error", message: "oops", statusCode: 500 };
  const tooMany = { name: "rate_limit_exceeded", message: "Too many requests", statusCode: 429 };

  const listEmails = (body: string) =>
    [JSON.parse(body)].flat() as Omit<DeliveredEmail, "atMs" | "batchSize">[];

  function accept(body: string, batchSize: number): object {
    const emails = listEmails(body);
    const errors = emails.flatMap(({ to }, index) =>
      isInvalid(to) ? [{ index, message: "Invalid `to` field" }] : [],
    );
    const valid = emails.filter(({ to }) => !isInvalid(to));
    delivered.push(...valid.map((email) => ({ ...email, atMs: Date.now(), batchSize })));
    if (batchSize === 0) return { id: crypto.randomUUID() };
    return { data: valid.map(() => ({ id: crypto.randomUUID() })), errors };
  }

  const port = await openPort(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const key = String(request.headers["idempotency-key"]);
    requestCount++;
    recentMs = recentMs.filter((ms) => ms > Date.now() - secondMs);
    const fault = recentMs.length >= requestsPerSecond ? "429" : await nextFault();
    if (fault === "429") {
      refusedRequestCount++;
      return respond(response, 429, tooMany, { "Retry-After": String(pauseSeconds) });
    }
    recentMs.push(Date.now());
    if (fault === "500 before") return respond(response, 500, internalError);
    if (fault === "cut before") return request.socket.destroy();
    const emails = listEmails(body);
    const isBatch = request.url === "/emails/batch";
    // Resend takes no attachment in a batch.
    const isWrong = isBatch
      ? emails.some(({ to, attachments }) => refusesWhole(to) || attachments)
      : emails.some(({ to }) => refusesWhole(to) || isInvalid(to));
    if (isWrong)
      return respond(response, 422, { name: "validation_error", message: "Invalid email", statusCode: 422 });
    const known = bodies.get(key);
    if (known !== undefined && known !== body) {
      const message = "Same idempotency key used with a different request payload.";
      return respond(response, 409, { name: "invalid_idempotent_request", message, statusCode: 409 });
    }
    if (known === undefined) {
      bodies.set(key, body);
      responses.set(key, accept(body, isBatch ? emails.length : 0));
    }
    if (fault === "500 after") return respond(response, 500, internalError);
    if (fault === "cut after") return request.socket.destroy();
    respond(response, 200, responses.get(key) ?? {});
  }, "api.resend.com");
  return {
    vars: { RESEND_API_KEY: "re_test" },
    delivered,
    countRequests: () => ({ all: requestCount, refused: refusedRequestCount }),
    close: port.close,
  };
}

/** How many emails came more than once; each carries the id of its row in the outbox. */
export function countDoubled(delivered: DeliveredEmail[]): number {
  const ids = delivered.map(({ headers }) => headers["X-Entity-Ref-ID"]);
  return ids.length - new Set(ids).size;
}
