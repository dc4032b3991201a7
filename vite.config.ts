import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
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
  /^routes\/(_site\.(bookings|dev)|auth|avatars|dev\.(?!components)|healthz|healthz_|host|quiz_|refused|robots|sitemap|webhooks|\[\.\]well-known)|\[\.\](ics|json|txt|xml)$/;

const prefix = "window.__remixManifest=";

/**
 * Every page that loads React loads the list of routes, so it has only those that React Router may show. Browsers keep it
 * for a year, so its name follows from what is left of it; the server build says the name to pages.
 */
const withoutServerRoutes = (): Plugin => ({
  name: "oten:without-server-routes",
  apply: "build",
  transform(code, id) {
    if (id !== "\0virtual:remix/server-manifest") return undefined;
    const [, oldVersion] = /\/manifest-(\w+)\.js/.exec(code) ?? [];
    if (!oldVersion) throw new Error("The server manifest has no address of the client manifest");
    const fileOf = (version: string) => `build/client/assets/manifest-${version}.js`;
    const text = readFileSync(fileOf(oldVersion), "utf8");
    const { entry, routes, url } = JSON.parse(text.slice(prefix.length, text.lastIndexOf("}") + 1));
    const shown = Object.fromEntries(Object.entries(routes).filter(([route]) => !serverOnly.test(route)));
    const content = { entry, routes: shown };
    const version = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 8);
    const pruned = { ...content, url: url.replace(oldVersion, version), version };
    rmSync(fileOf(oldVersion));
    writeFileSync(fileOf(version), `${prefix}${JSON.stringify(pruned)};`);
    return { code: code.replaceAll(oldVersion, version), map: null };
  },
});

/** The server's build names the scripts of pages by a hash, which must be the one of the client's build. */
const withoutSourceMap = (): Plugin => ({
  name: "oten:without-source-map",
  outputOptions: (options) => ({ ...options, sourcemap: false }),
});

/** Each file costs a request and compresses by itself, so what every React page loads is in two: libraries, and ours. */
const nameSharedChunk = (id: string) => {
  if (/\/node_modules\/(react|react-dom|scheduler|@remix-run)\//.test(id)) return "libraries";
  const isShared =
    /\/app\/components\/(error-page|footer|icon|button|logo|navigation|page-meta|server-context|site-layout|static-html|static-parts|table-drawing|visitor)\./;
  return isShared.test(id) ? "shared" : undefined;
};

export default defineConfig(({ isSsrBuild }) => ({
  server: { port: 8787, strictPort: true },
  build: {
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3, keep_fargs: false } },
    assetsInlineLimit: 0,
    target: "es2022",
    minify: "terser",
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks: nameSharedChunk } },
  },
  // For the stacks in logs.
  environments: { ssr: { build: { sourcemap: true } } },
  worker: { format: "es", plugins: () => [withoutSourceMap()] },
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
}));
