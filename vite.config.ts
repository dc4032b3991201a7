import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vite";

/** Framework code of features that are off, and what replaces it: docs/decisions/0003-no-single-fetch.md. */
const unused: [RegExp, string][] = [
  [
    /\/single-fetch\.js$/,
    "export const singleFetchUrl = undefined, decodeViaTurboStream = undefined, getSingleFetchDataStrategy = undefined, StreamTransfer = undefined;",
  ],
  [
    /\/fog-of-war\.js$/,
    "export const isFogOfWarEnabled = () => false, getPartialManifest = undefined, useFogOFWarDiscovery = () => {}, getPatchRoutesOnNavigationFunction = () => undefined;",
  ],
];

const withoutUnused = (): Plugin => ({
  name: "oten:without-unused",
  enforce: "pre",
  resolveId(id, importer, { ssr }) {
    if (!importer?.includes("/@remix-run/react/")) return undefined;
    const place = unused.findIndex(([name]) => name.test(id));
    return ssr || place < 0 ? undefined : `\0unused-${place}`;
  },
  load: (id) => unused[Number(/^\0unused-(\d+)$/.exec(id)?.[1])]?.[1],
});

export default defineConfig({
  server: { port: 8787, strictPort: true },
  build: {
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3, keep_fargs: false } },
    assetsInlineLimit: 0,
    target: "es2022",
    minify: "terser",
  },
  plugins: [
    tailwindcss(),
    withoutUnused(),
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
