/** Runs in workerd: the built Worker, whose responses say what they asked of D1. */
import worker from "#app/entry.worker.ts";
import type { TaskMessage } from "#app/jobs/tasks.server.ts";
import { countRows, noRows } from "#tests/support/count-rows.ts";

export default {
  ...worker,
  async fetch(request, env, execution) {
    const counts = noRows();
    const response = await worker.fetch(request, { ...env, DB: countRows(env.DB, counts) }, execution);
    const counted = new Response(response.body, response);
    const statements = counts.statements.toSorted((a, b) => b.rowsRead - a.rowsRead);
    const sent = {
      ...counts,
      statements: statements.map(({ sql, rowsRead }, i) => ({
        rowsRead,
        ms: 0,
        sql: i === 0 ? sql.slice(0, 700) : "",
      })),
    };
    counted.headers.set("X-Counts", encodeURIComponent(JSON.stringify(sent)));
    return counted;
  },
} satisfies ExportedHandler<Env, TaskMessage>;
