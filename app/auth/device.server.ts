import type { AppLoadContext } from "@remix-run/cloudflare";
import { hashToken, newToken } from "./tokens.server.ts";

/** Our tokens have 43 characters; the browser would send a longer one back with each sign-in. */
const maxTokenLength = 64;

/** Empty if the browser has never signed up or signed in. */
export function readDeviceToken({ cookies }: AppLoadContext): string {
  const token = cookies.get("device") ?? "";
  return token.length <= maxTokenLength ? token : "";
}

/** Empty if there is no token. */
export function readDeviceHash(context: AppLoadContext): string {
  const token = readDeviceToken(context);
  return token && hashToken(token);
}

const chooseToken = (context: AppLoadContext, firstToken: string) => readDeviceToken(context) || firstToken;

/** The hash of the token that `rememberDevice` gives this browser. */
export const futureDeviceHash = (context: AppLoadContext, firstToken: string): string =>
  hashToken(chooseToken(context, firstToken));

/** Marks this browser, so that it is recognized when it comes back; a browser without a mark gets `firstToken`. */
export function rememberDevice(context: AppLoadContext, firstToken = newToken()): string {
  const token = chooseToken(context, firstToken);
  context.cookies.set("device", token);
  return hashToken(token);
}
