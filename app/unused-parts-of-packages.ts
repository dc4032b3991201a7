/** wrangler.toml uses this instead of packages that other packages import and the Worker doesn't need. */

/** react-router-dom imports react-dom only for this function, and calls it only in browsers. */
export function flushSync(update: () => void): void {
  update();
}

/** Resend's package reads incoming emails with the default export, and webhooks with Webhook. The club gets no emails, and checks webhooks itself. remix-auth-oauth2 calls the default export of `debug` to log for its developers. */
export default function ignore() {
  return ignore;
}

export class Webhook {}

/** Remix encodes what it sends with single fetch, which is off. */
export const encode = ignore;
export const decode = ignore;

/** The passkey package reads certificates with these and reflect-metadata. The club asks for none, and refuses an answer that has one. */
export class X509Certificate {}

/** Besides certificates, the passkey package reads only ECDSA signatures with it: a sequence of two integers in DER. */
export const AsnParser = { parse: readEcdsaSignature };

function readEcdsaSignature(signature: Uint8Array): { r: Uint8Array; s: Uint8Array } {
  let at = 0;
  function readElement(tag: number): Uint8Array {
    const [found, first = 0] = signature.subarray(at, at + 2);
    const length = first === 0x81 ? (signature[at + 2] ?? 0) : first;
    at += first === 0x81 ? 3 : 2;
    const content = signature.subarray(at, at + length);
    if (found !== tag || first > 0x81 || content.length !== length) throw new Error("This is no signature");
    return content;
  }
  const end = readElement(0x30).length + at;
  const readInteger = () => {
    const integer = readElement(0x02);
    at += integer.length;
    return integer;
  };
  const [r, s] = [readInteger(), readInteger()];
  if (at !== end || end !== signature.length) throw new Error("This is no signature");
  return { r, s };
}

export {
  X509Certificate as AuthorityKeyIdentifierExtension,
  X509Certificate as BasicConstraints,
  X509Certificate as Certificate,
  X509Certificate as CRLDistributionPointsExtension,
  X509Certificate as ECDSASigValue,
  X509Certificate as ECParameters,
  X509Certificate as ExtendedKeyUsage,
  X509Certificate as id_ce_basicConstraints,
  X509Certificate as id_ce_extKeyUsage,
  X509Certificate as id_ce_keyDescription,
  X509Certificate as id_ce_subjectAltName,
  X509Certificate as id_ecdsaWithSHA256,
  X509Certificate as id_ecdsaWithSHA384,
  X509Certificate as id_ecdsaWithSHA512,
  X509Certificate as id_ecPublicKey,
  X509Certificate as id_ml_dsa_44,
  X509Certificate as id_ml_dsa_65,
  X509Certificate as id_ml_dsa_87,
  X509Certificate as id_rsaEncryption,
  X509Certificate as id_secp256r1,
  X509Certificate as id_secp384r1,
  X509Certificate as id_sha1WithRSAEncryption,
  X509Certificate as id_sha256WithRSAEncryption,
  X509Certificate as id_sha384WithRSAEncryption,
  X509Certificate as id_sha512WithRSAEncryption,
  X509Certificate as KeyDescription,
  X509Certificate as OctetString,
  X509Certificate as RSAPublicKey,
  X509Certificate as SubjectAlternativeName,
  X509Certificate as SubjectKeyIdentifierExtension,
  X509Certificate as X509ChainBuilder,
  X509Certificate as X509Crl,
};
