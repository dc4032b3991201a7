/** Resend's package reads incoming emails and webhooks with these. The club gets neither, so the Worker leaves them out. */
export default class PostalMime {}

export class Webhook {}
