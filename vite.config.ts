import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vite";
import { workerInVite } from "./app/cli/worker-in-vite.ts";

/** Single fetch is off (docs/decisions/0003), so what it speaks has no business in the browser. */
const withoutSingleFetch = (): Plugin => ({
  name: "oten:without-single-fetch",
  enforce: "pre",
  resolveId: (id, _, { ssr }) => (id === "turbo-stream" && !ssr ? "\0no-turbo-stream" : undefined),
  load: (id) =>
    id === "\0no-turbo-stream" ? "export const decode = undefined, encode = undefined;" : undefined,
});

export default defineConfig({
  server: { port: 8787, strictPort: true },
  build: { assetsInlineLimit: 0, minify: "terser" },
  plugins: [
    tailwindcss(),
    workerInVite(),
    withoutSingleFetch(),
    remix({
      serverModuleFormat: "esm",
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_throwAbortReason: true,
        v3_singleFetch: false,
        v3_lazyRouteDiscovery: false,
      },
    }),
  ],
});
