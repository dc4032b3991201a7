/** Nobody guesses it, however slowly: `openssl rand -base64 32` makes one of 44. */
export const minHealthSecretLength = 20;

export const isHealthSecretShort = (secret: string | undefined): boolean =>
  Boolean(secret) && (secret ?? "").trim().length < minHealthSecretLength;

export const shortHealthSecret = `HEALTH_SECRET is shorter than ${minHealthSecretLength} characters: make one with openssl rand -base64 32.`;
