import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import { traced } from "#app/trace.ts";

test("work is done the same where nothing is traced, as in a terminal", async () => {
  expect(traced("match diners", () => 7)).toBe(7);
  await expect(traced("ask stripe", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
});

test("a trace of the Worker has a span of the name, and nothing else of the work", async () => {
  const { code } = transformSync(readFileSync(join(root, "app/trace.ts"), "utf8"), { loader: "ts" });
  const traceWorker = `${code}
    export default { fetch: async () => new Response(await traced("ask stripe", async () => "secret")) };`;
  const tail = `const lines = [];
    export default {
      fetch: () => Response.json(lines),
      tailStream: () => ({ event }) => void (event.type.startsWith("span") && lines.push(event)),
    };`;
  const shared = { compatibilityDate: "2026-11-17", unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] };
  const toModule = (contents: string) => [{ type: "ESModule" as const, path: "worker.js", contents }];
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        { ...shared, name: "club", modules: toModule(traceWorker), streamingTails: ["tail"] },
        {
          ...shared,
          name: "tail",
          modules: toModule(tail),
          compatibilityFlags: ["streaming_tail_worker", "experimental"],
        },
      ],
    }),
  );
  expect(await (await worker.dispatchFetch("http://localhost")).text()).toBe("secret");
  const tailUrl = await worker.unsafeGetDirectURL("tail");
  await expect
    .poll(async () => (await fetch(tailUrl)).json())
    .toMatchObject([
      { type: "spanOpen", name: "ask stripe" },
      { type: "spanClose", outcome: "ok" },
    ]);
  expect(await (await fetch(tailUrl)).text()).not.toContain("secret");
  await worker.dispose();
});
