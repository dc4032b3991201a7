import type { Miniflare } from "miniflare";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { bundleWrapper } from "#tests/support/bundle-wrapper.ts";
import { createD1Binding, d1WorkerScript } from "#tests/support/d1-binding.ts";
import { answerOutside } from "#tests/support/outside.ts";
import { watchInvocations } from "./watch-invocations.ts";
import { findWorkerdPid } from "./workerd-process.ts";

/** So that the Worker has no more memory than an isolate of Cloudflare, 128 MB: above it, workerd stops with an error. */
const heapFlags = "--max-old-space-size=104 --max-semi-space-size=8";

const traceFlags = "--expose-gc --trace-gc --trace-gc-verbose";

interface EventClubOptions {
  persistTo: string;
  vars: Record<string, string>;
  killedAt: number[];
}

export type EventClub = Awaited<ReturnType<typeof openEventClub>>;

/** Runs the built Worker in a wrapper that reports each invocation. */
export async function openEventClub({ persistTo, vars, killedAt }: EventClubOptions) {
  const invocations = watchInvocations();
  const warnings: string[] = [];
  const readLine = (line: string) => {
    invocations.readLine(line);
    if (/"level":"(warning|error)"|Uncaught|fatal/.test(line)) warnings.push(line);
  };
  process.env.MINIFLARE_WORKERD_V8_FLAGS = `${heapFlags} ${traceFlags}`;
  const worker = createLocalWorker({
    persistTo,
    vars: {
      APP_ENV: "local",
      SESSION_SECRET: "for-measuring-only-for-measuring",
      KILLED_AT: JSON.stringify(killedAt),
      ...vars,
    },
    wrapper: await bundleWrapper("bench/event-worker.ts"),
    withoutAssets: true,
    secondWorkerScript: d1WorkerScript,
    answerOutside,
    onOutput: ({ message }) => message.split("\n").forEach(readLine),
  });
  const { origin } = await worker.ready;
  delete process.env.MINIFLARE_WORKERD_V8_FLAGS;
  await warmUp(worker, origin);
  invocations.begin(findWorkerdPid());
  return { worker, origin, binding: createD1Binding(worker), invocations, warnings };
}

async function warmUp(worker: Miniflare, origin: string): Promise<void> {
  await (await fetch(new URL("/forgot-password", origin))).text();
  await (await worker.dispatchFetch(new URL("/forgot-password", origin))).text();
}
