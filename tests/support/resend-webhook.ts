import { createHmac } from "node:crypto";

const key = Buffer.from("for tests only");
export const resendWebhookSecret = `whsec_${key.toString("base64")}`;

interface Signing {
  signedAtMs?: number;
  signedWith?: Buffer;
}

/** As Resend sends an event, after the signature of an older secret. */
export function signResendEvent(event: unknown, { signedAtMs = Date.now(), signedWith = key }: Signing = {}) {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const [id, timestamp] = ["msg_1", String(Math.floor(signedAtMs / 1000))];
  const signature = createHmac("sha256", signedWith).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": `v1,b2xk v1,${signature}` };
  return { method: "POST", body, headers };
}
