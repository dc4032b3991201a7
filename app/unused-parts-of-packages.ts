/** wrangler.toml uses this instead of packages that other packages import and the Worker doesn't need. */

/** react-router-dom imports react-dom only for this function, and calls it only in browsers. */
export function flushSync(update: () => void): void {
  update();
}

/** Resend's package reads incoming emails and webhooks with these two. The club gets no emails, and checks webhooks itself. */
export default class PostalMime {}

export class Webhook {}
