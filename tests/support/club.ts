import type { Readable } from "node:stream";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect } from "vitest";
import { localWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { type Database, openDatabase } from "#app/db/client.server.ts";
import { databaseBeside, quickBinding } from "./quick-binding.ts";

interface ClubOptions {
  vars?: Record<string, string>;
  timeZone?: string;
}

export interface Club {
  url: string;
  worker: Miniflare;
  binding: D1Database;
  db: Database;
  /** A request as a browser's own page sends it, each from somewhere else. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** What the Worker logged as an error and no test has taken yet. */
  takeFaults(): string[];
}

/** The built Worker with an empty, migrated database of its own, for the tests of one file. */
export function openClub({ vars, timeZone }: ClubOptions = {}): Club {
  const faults: string[] = [];
  let asked = 0;
  const club = { takeFaults: () => faults.splice(0) } as Club;

  beforeAll(async () => {
    const worker = localWorker({
      vars: { APP_ENV: "local", SESSION_SECRET: "for-tests-only-for-tests-only-32", ...vars },
      timeZone,
      beside: databaseBeside,
      onOutput: (stdout, stderr) => {
        collect(stdout, faults);
        collect(stderr, faults);
      },
    });
    const url = await worker.ready;
    const binding = quickBinding(worker);
    await migrate(binding);
    Object.assign(club, {
      url: url.origin,
      worker,
      binding,
      db: openDatabase(binding),
      fetch: (path: string, init: RequestInit = {}) =>
        fetch(new URL(path, url), {
          redirect: "manual",
          ...init,
          headers: {
            // workerd hangs up on a form it need not read to its end, and fetch might just then send along the same line.
            Connection: "close",
            Origin: url.origin,
            "Sec-Fetch-Site": "same-origin",
            "CF-Connecting-IP": `192.0.2.${asked++ % 256}`,
            ...init.headers,
          },
        }),
    });
  });

  afterAll(async () => {
    await club.worker?.dispose();
    expect(club.takeFaults(), "the Worker logged errors").toEqual([]);
  });

  return club;
}

function collect(stream: Readable, faults: string[]) {
  stream.on("data", (chunk: Buffer) => {
    for (const line of chunk.toString().split("\n")) {
      if (/"level":"error"|Uncaught/.test(line)) faults.push(line);
    }
  });
}
