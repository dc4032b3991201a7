import type { AppLoadContext } from "@remix-run/cloudflare";
import { hashToken, newToken } from "./tokens.server.ts";

/** Those that we make have 43 characters; a longer one is sent back with each sign-in. */
const maxTokenLength = 64;

/** Empty where the browser has neither signed up nor in. */
export function readDeviceToken({ cookies }: AppLoadContext): string {
  const token = cookies.get("device") ?? "";
  return token.length <= maxTokenLength ? token : "";
}

/** Empty as the token is. */
export function readDeviceHash(context: AppLoadContext): string {
  const token = readDeviceToken(context);
  return token && hashToken(token);
}

const chooseToken = (context: AppLoadContext, firstToken: string) => readDeviceToken(context) || firstToken;

/** The hash of what `rememberDevice` marks this browser with. */
export const futureDeviceHash = (context: AppLoadContext, firstToken: string): string =>
  hashToken(chooseToken(context, firstToken));

/** Marks this browser, so that it is recognized when it comes back; `firstToken` is for one without a mark. */
export function rememberDevice(context: AppLoadContext, firstToken = newToken()): string {
  const token = chooseToken(context, firstToken);
  context.cookies.set("device", token);
  return hashToken(token);
}
