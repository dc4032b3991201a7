import { createHash, randomBytes } from "node:crypto";

/** 256 bits that nobody can guess. Whoever holds it is let in; we keep only its hash. */
export const newToken = () => randomBytes(32).toString("base64url");

export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");
