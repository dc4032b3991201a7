import { expect, test } from "vitest";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { createContext } from "#app/load-context.ts";
import { loader } from "#app/routes/healthz.ts";
import { takeConsoleErrors } from "#tests/support/fail-on-console-error.ts";

test("answers 503 and logs the reason when the database is unreachable", async () => {
  const worker = createLocalWorker({ vars: {}, script: "export default {}" });
  const env = await worker.getBindings<Env>();
  const request = new Request("https://oten.example/healthz") as Parameters<typeof createContext>[0];
  const context = await createContext(request, env, { waitUntil() {} });
  const callLoader = () => loader({ request, context, params: {} });

  expect((await callLoader()).status).toBe(200);
  await worker.dispose();
  const response = await callLoader();
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ status: "database unreachable" });
  expect(takeConsoleErrors().join()).toContain('"event":"database unreachable"');
});
