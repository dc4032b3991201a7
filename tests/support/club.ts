import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Readable } from "node:stream";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect } from "vitest";
import { config, createLocalWorker } from "#app/cli/local-worker.ts";
import { mapStacks } from "#app/cli/map-stacks.ts";
import { type Database, openDatabase } from "#app/db/client.server.ts";
import { createD1Binding, d1WorkerScript } from "./d1-binding.ts";
import { migrateTestDatabase } from "./migrated-database.ts";

interface ClubOptions {
  vars?: Record<string, string>;
  timeZone?: string;
  /** Its SITE_URL leads to it, so that a browser comes back from the checkout. */
  isAtSiteUrl?: boolean;
  /** How often the queue tries a failed task again, if not as wrangler.toml says. */
  maxTaskRetries?: number;
  withoutImages?: boolean;
}

export interface Club {
  url: string;
  worker: Miniflare;
  binding: D1Database;
  db: Database;
  /** Sends a same-origin request, each from another IP address. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Returns the errors that the Worker has logged since the last call. */
  takeLoggedErrors(): string[];
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Starts the built Worker with its own empty, migrated database for one test file. */
export function openClub({
  vars,
  timeZone,
  isAtSiteUrl,
  maxTaskRetries,
  withoutImages = false,
}: ClubOptions = {}): Club {
  const takeConsoleErrors: string[] = [];
  let requestCount = 0;
  const club = { takeLoggedErrors: () => takeConsoleErrors.splice(0) } as Club;

  beforeAll(async () => {
    const port = isAtSiteUrl ? await findFreePort() : undefined;
    const worker = createLocalWorker({
      port,
      vars: {
        APP_ENV: "local",
        SESSION_SECRET: "for-tests-only-for-tests-only-32",
        BREACHED_PASSWORDS_URL: "off",
        ...(port ? { SITE_URL: `http://127.0.0.1:${port}` } : {}),
        ...vars,
      },
      timeZone,
      maxTaskRetries,
      withoutImages,
      secondWorkerScript: d1WorkerScript,
      onOutput: (stdout, stderr) => {
        collectErrors(stdout, takeConsoleErrors);
        collectErrors(stderr, takeConsoleErrors);
      },
    });
    const url = await worker.ready;
    const isProduction = vars?.APP_ENV === "production";
    /** A production club answers at its own address only, which leads nowhere from here. */
    const send = isProduction ? (worker.dispatchFetch as unknown as typeof fetch) : fetch;
    const binding = createD1Binding(worker);
    await migrateTestDatabase(binding);
    const { origin } = isProduction ? new URL(config.vars.SITE_URL as string) : url;
    Object.assign(club, {
      url: origin,
      worker,
      binding,
      db: openDatabase(binding),
      fetch: (path: string, init: RequestInit = {}) =>
        send(new URL(path, origin), {
          redirect: "manual",
          ...init,
          headers: {
            // workerd closes the connection when it does not read a whole form, which breaks a request that reuses it.
            Connection: "close",
            Origin: origin,
            "Sec-Fetch-Site": "same-origin",
            "CF-Connecting-IP": `192.0.2.${requestCount++ % 256}`,
            ...init.headers,
          },
        }),
    });
  });

  afterAll(async () => {
    await club.worker?.dispose();
    expect(club.takeLoggedErrors().map(mapStacks), "the Worker logged errors").toEqual([]);
  });

  return club;
}

/** Tests change the time, and then something is late. */
const isProblem = (line: string) => /"event":"problem (began|ended)"/.test(line);

function collectErrors(stream: Readable, takeConsoleErrors: string[]) {
  stream.on("data", (chunk: Buffer) => {
    for (const line of chunk.toString().split("\n")) {
      if (/"level":"error"|Uncaught/.test(line) && !isProblem(line)) takeConsoleErrors.push(line);
    }
  });
}
