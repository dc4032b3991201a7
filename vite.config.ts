import { readdirSync, readFileSync, writeFileSync } from "node:fs";
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

/** Addresses of other programs and plain forms, which React Router never shows. */
const serverOnly =
  /^routes\/(_site\.dev|auth|avatars|dev\.(?!components)|healthz|healthz_|quiz_|robots|sitemap|webhooks|\[\.\]well-known)|\[\.\](ics|json|txt|xml)$/;

/** Every page that loads React loads the list of routes, so it has only those that React Router may show. */
const withoutServerRoutes = (): Plugin => ({
  name: "oten:without-server-routes",
  apply: "build",
  closeBundle() {
    const folder = "build/client/assets";
    for (const name of readdirSync(folder).filter((file) => file.startsWith("manifest-"))) {
      const text = readFileSync(`${folder}/${name}`, "utf8");
      const [start, end] = [text.indexOf("{"), text.lastIndexOf("}") + 1];
      const { routes, ...manifest } = JSON.parse(text.slice(start, end));
      const shown = Object.entries(routes).filter(([id]) => !serverOnly.test(id));
      const pruned = JSON.stringify({ ...manifest, routes: Object.fromEntries(shown) });
      writeFileSync(`${folder}/${name}`, text.slice(0, start) + pruned + text.slice(end));
    }
  },
});

/** The server's build names the scripts of pages by a hash, which must be the one of the client's build. */
const withoutSourceMap = (): Plugin => ({
  name: "oten:without-source-map",
  outputOptions: (options) => ({ ...options, sourcemap: false }),
});

export default defineConfig({
  server: { port: 8787, strictPort: true },
  build: {
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3, keep_fargs: false } },
    assetsInlineLimit: 0,
    target: "es2022",
    minify: "terser",
  },
  // For the stacks in logs.
  environments: { ssr: { build: { sourcemap: true } } },
  worker: { plugins: () => [withoutSourceMap()] },
  plugins: [
    tailwindcss(),
    withoutUnused(),
    withoutServerRoutes(),
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
