import { expect, test } from "vitest";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { createContext } from "#app/load-context.ts";
import { loader } from "#app/routes/healthz.ts";
import { takeConsoleErrors } from "#tests/support/fail-on-console-error.ts";

test("/healthz says 503 once the database is gone, and why in the log", async () => {
  const worker = createLocalWorker({ vars: {}, script: "export default {}" });
  const env = await worker.getBindings<Env>();
  const request = new Request("https://oten.example/healthz") as Parameters<typeof createContext>[0];
  const context = createContext(request, env, { waitUntil() {} });
  const ask = () => loader({ request, context, params: {} });

  expect((await ask()).status).toBe(200);
  await worker.dispose();
  const response = await ask();
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ status: "database unreachable" });
  expect(takeConsoleErrors().join()).toContain('"event":"database unreachable"');
});
