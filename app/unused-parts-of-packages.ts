/** wrangler.toml uses this instead of packages that other packages import and the Worker doesn't need. */

/** react-router-dom imports react-dom only for this function, and calls it only in browsers. */
export function flushSync(update: () => void): void {
  update();
}

/** Resend's package reads incoming emails and webhooks with these two. The club gets no emails, and checks webhooks itself. */
export default class PostalMime {}

export class Webhook {}

/** The passkey package reads certificates with these and reflect-metadata. The club asks for none, and refuses an answer that has one. */
export class X509Certificate {}

export {
  X509Certificate as AuthorityKeyIdentifierExtension,
  X509Certificate as CRLDistributionPointsExtension,
  X509Certificate as KeyDescription,
  X509Certificate as SubjectKeyIdentifierExtension,
  X509Certificate as X509ChainBuilder,
  X509Certificate as X509Crl,
  X509Certificate as id_ce_keyDescription,
};
