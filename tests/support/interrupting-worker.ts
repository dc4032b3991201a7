/** The built Worker: at the call of the database that a request's header names, something else happens first. A batch is one call. */

import { openDatabase } from "#app/db/client.server.ts";
import worker from "#app/entry.worker.ts";
import type { TaskMessage } from "#app/jobs/tasks.server.ts";
import { completeRecovery } from "#app/models/account/recoveries.server.ts";
import { wrapDatabase } from "./wrap-database.ts";

/** What happens first: a recovery that is due is completed, or another form is sent. */
export type Interruption = { recoveryOf: string } | { path: string; fields: [string, string][] };

export default {
  ...worker,
  async fetch(request, env, context) {
    const interruptedCall = Number(request.headers.get("Interrupted-Call"));
    if (!interruptedCall) return worker.fetch(request, env, context);
    const interruption: Interruption = JSON.parse(request.headers.get("Interruption") ?? "");
    const interrupt = async () => {
      if ("recoveryOf" in interruption)
        return completeRecovery(openDatabase(env.DB), interruption.recoveryOf, new Date());
      const form = new Request(new URL(interruption.path, request.url), {
        method: "POST",
        body: new URLSearchParams(interruption.fields),
        headers: {
          Origin: new URL(request.url).origin,
          "Sec-Fetch-Site": "same-origin",
          "CF-Connecting-IP": "192.0.2.1",
        },
      });
      const answer = await worker.fetch(form as Parameters<typeof worker.fetch>[0], env, context);
      if (answer.status >= 400)
        throw new Error(`The form was refused: ${answer.status} ${await answer.text()}`);
    };
    let callCount = 0;
    const database = wrapDatabase(env.DB, async (call) => {
      callCount++;
      if (callCount === interruptedCall) await interrupt();
      return call();
    });
    const response = await worker.fetch(request, { ...env, DB: database }, context);
    const answer = new Response(response.body, response);
    answer.headers.set("Call-Count", String(callCount));
    return answer;
  },
} satisfies ExportedHandler<Env, TaskMessage>;
