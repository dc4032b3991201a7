import { sign } from "#app/lib/signatures.server.ts";
import type { DrawnFace } from "./draw-face.ts";

interface Owner {
  userId: string;
  /** The seed that they chose. */
  face: number | null;
}

/** The face that nobody chose is random, but always the same. */
export const findFace = (env: Env, { userId, face }: Owner): DrawnFace =>
  face === null
    ? { seed: Buffer.from(sign(env, "face", userId), "base64url").readUInt32BE(), isChosen: false }
    : { seed: face, isChosen: true };
