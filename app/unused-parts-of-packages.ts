/** wrangler.toml puts this in the place of packages that other packages import and the Worker has no use for. */

/** react-router-dom imports react-dom for this function only, and calls it in browsers only. */
export function flushSync(update: () => void): void {
  update();
}

/** Resend's package reads incoming emails and webhooks with these two. The club gets no emails, and checks webhooks itself. */
export default class PostalMime {}

export class Webhook {}
