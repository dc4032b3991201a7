import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { workerInVite } from "./app/cli/worker-in-vite.ts";

export default defineConfig({
  server: { port: 8787, strictPort: true },
  build: { assetsInlineLimit: 0, minify: "terser" },
  plugins: [
    tailwindcss(),
    workerInVite(),
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
