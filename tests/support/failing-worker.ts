/**
 * The built Worker, whose database fails at the call that a request's header names, or at every call; a batch is one call.
 * "3 done" is the third: it is made, and from then on the Worker is as good as dead. Another header makes its bucket fail.
 */
import worker from "#app/entry.worker.ts";
import type { TaskMessage } from "#app/jobs/tasks.server.ts";
import { crashAtCall } from "./crashing-database.ts";
import { wrapDatabase } from "./wrap-database.ts";

const failingBucket = new Proxy({} as R2Bucket, {
  get: () => async () => {
    throw new Error("the bucket failed");
  },
});

export default {
  ...worker,
  async fetch(request, env, context) {
    if (request.headers.has("Failing-Bucket"))
      return worker.fetch(request, { ...env, AVATARS: failingBucket }, context);
    const failingCall = request.headers.get("Failing-Call");
    if (!failingCall) return worker.fetch(request, env, context);
    let callCount = 0;
    const [callNumber, isCallDone] = failingCall.split(" ");
    if (isCallDone) {
      const crashing = crashAtCall(env.DB, { callNumber: Number(callNumber), isCallDone: true });
      const counting = wrapDatabase(crashing, (call) => {
        callCount++;
        return call();
      });
      const response = await worker.fetch(request, { ...env, DB: counting }, context);
      response.headers.set("Call-Count", String(callCount));
      return response;
    }
    const database = wrapDatabase(env.DB, async (call) => {
      callCount++;
      if (failingCall === "every" || callCount === Number(failingCall))
        throw new Error("the database failed");
      return call();
    });
    const response = await worker.fetch(request, { ...env, DB: database }, context);
    response.headers.set("Call-Count", String(callCount));
    return response;
  },
} satisfies ExportedHandler<Env, TaskMessage>;
