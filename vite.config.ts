import { readFileSync } from "node:fs";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vite";

/** The server's build names the scripts of pages by a hash, which must be the one of the client's build. */
const withoutSourceMap = (): Plugin => ({
  name: "oten:without-source-map",
  outputOptions: (options) => ({ ...options, sourcemap: false }),
});

/** The Worker's own build adds these, so that what routes and jobs share is in it once. */
const sharedCode =
  /^#(club|kernel)$|^#app\/(auth|db|emails|http|images|jobs|lib|matching|models|operations|payments)\/|^#app\/(log|trace)\.ts$/;

/** `app/cli/build-club.ts` has made these files. In the browser, only the quiz needs something of the club. */
const ownClub = (): Plugin => ({
  name: "oten:club",
  enforce: "pre",
  resolveId: (id) => (id === "#club" ? "\0club" : undefined),
  async load(id) {
    if (id !== "\0club") return undefined;
    const text = readFileSync(".club/club.js", "utf8");
    if (this.environment.name !== "client") return text;
    const { name, mark } = JSON.parse(text.replace(/^export const club = |;\s*$/g, ""));
    return `export const club = ${JSON.stringify({ name, mark })};`;
  },
  transform: (code, id) =>
    /\/app\/styles\/(app|desk|landing|quiz|site)\.css(\?|$)/.test(id) && code.includes("--color-paper")
      ? code + readFileSync(".club/club.css", "utf8")
      : undefined,
});

const pages = defineConfig({
  publicDir: ".club/public",
  server: { port: 8787, strictPort: true },
  build: {
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3, keep_fargs: false } },
    assetsInlineLimit: 0,
    target: "es2022",
    minify: "terser",
  },
  // For the stacks in logs.
  environments: {
    ssr: { build: { sourcemap: true, rollupOptions: { external: (id) => sharedCode.test(id) } } },
  },
  worker: { format: "es", plugins: () => [ownClub(), withoutSourceMap()] },
  plugins: [
    tailwindcss(),
    ownClub(),
    remix({
      serverModuleFormat: "esm",
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_throwAbortReason: true,
        // See docs/decisions/0003-no-single-fetch.md.
        v3_singleFetch: false,
        v3_lazyRouteDiscovery: false,
      },
    }),
  ],
});

/** vitest looks here too: `npx vitest run FILE` runs tests as `npm test` does. */
const isVitest = /vitest(\.mjs)?$/.test(process.argv[1] ?? "");

export default isVitest ? (await import("./tests/vitest.config.ts")).default : pages;
