import { sign } from "#app/lib/signatures.server.ts";

/** So that no id of another diner is on the page. */
export const nameAvoidance = (env: Env, userId: string, otherId: string) =>
  sign(env, "avoidance", userId, otherId);
