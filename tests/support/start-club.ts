import type { Miniflare, WorkerdStructuredLog } from "miniflare";
import { config, createLocalWorker, type Vars } from "#app/cli/local-worker.ts";
import { type Database, openDatabase } from "#app/db/client.server.ts";
import { bundleWrapper } from "./bundle-wrapper.ts";
import { createD1Binding, d1WorkerScript, printMark } from "./d1-binding.ts";
import { findFreePort } from "./free-port.ts";
import { migrateTestDatabase } from "./migrated-database.ts";
import { answerOutside } from "./outside.ts";
import { builtFolder, quickBuildFolder } from "./quick-hashes.ts";
import { resendWebhookSecret } from "./resend-webhook.ts";
import { sendRequest, visitorHeaders } from "./send-request.ts";

export interface ClubOptions {
  vars?: Vars;
  /** Of who fetches. A browser has its own: see VisitOptions. */
  timeZone?: string;
  /** Its SITE_URL leads to it, so that a browser comes back from the checkout. */
  isAtSiteUrl?: boolean;
  /** How often the queue tries a failed task again, if not as wrangler.toml says. */
  maxTaskRetries?: number;
  withoutImages?: boolean;
  /** A folder with a migrated database; an empty one in memory if undefined. */
  persistTo?: string;
  /** Of the Worker's build, if not the one whose hashes are quick; benchmarks run the one that is deployed. */
  bundleFolder?: string;
  /** Code around the built Worker, in `tests/`. */
  wrapper?: string;
  /** For that code. */
  otherDatabases?: string[];
}

export interface Club {
  url: string;
  worker: Miniflare;
  binding: D1Database;
  db: Database;
  bucket: R2Bucket;
  /** Sends a same-origin request, each from another network. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request as another program does, without what a browser adds. */
  fetchBare(path: string, init?: RequestInit): Promise<Response>;
  /** Returns the errors that the Worker has logged since the last call, up to its last response. */
  takeLoggedErrors(): Promise<string[]>;
}

/** Starts the built Worker with its own empty, migrated database. `dispose` of its worker ends it. */
export async function startClub({
  vars,
  timeZone,
  isAtSiteUrl,
  maxTaskRetries,
  withoutImages = false,
  persistTo,
  bundleFolder = process.env.VITEST ? quickBuildFolder : builtFolder,
  wrapper,
  otherDatabases = [],
}: ClubOptions = {}): Promise<Club> {
  const log = collectLog();
  let requestCount = 0;
  const port = isAtSiteUrl ? await findFreePort() : undefined;
  const isProduction = vars?.APP_ENV === "production";
  const worker = createLocalWorker({
    port,
    isDirect: !isProduction,
    vars: {
      APP_ENV: "local",
      SESSION_SECRET: "for-tests-only-for-tests-only-32",
      BREACHED_PASSWORDS_URL: "off",
      RESEND_WEBHOOK_SECRET: resendWebhookSecret,
      ...(port ? { SITE_URL: `http://127.0.0.1:${port}` } : {}),
      ...vars,
    },
    maxTaskRetries,
    withoutImages,
    ...(persistTo ? { persistTo } : {}),
    bundleFolder,
    ...(wrapper ? { wrapper: await bundleWrapper(wrapper) } : {}),
    otherDatabases,
    secondWorkerScript: d1WorkerScript,
    onOutput: log.read,
    answerOutside,
  });
  const url = await (isProduction ? worker.ready : worker.unsafeGetDirectURL());
  /** A production club answers at its own address only, which leads nowhere from here. */
  const send = isProduction ? (worker.dispatchFetch as unknown as typeof sendRequest) : sendRequest;
  const binding = createD1Binding(worker);
  if (!persistTo) await migrateTestDatabase(binding);
  const { origin } = isProduction ? new URL(config.vars.SITE_URL as string) : url;
  const fetchBare: Club["fetchBare"] = (path, init = {}) =>
    send(origin + path, {
      redirect: "manual",
      ...init,
      headers: { ...visitorHeaders(timeZone), ...init.headers },
    });
  return {
    url: origin,
    worker,
    binding,
    db: openDatabase(binding),
    bucket: (await worker.getR2Bucket("AVATARS")) as unknown as R2Bucket,
    fetchBare,
    fetch: (path, init = {}) =>
      fetchBare(path, {
        ...init,
        headers: {
          Origin: origin,
          "Sec-Fetch-Site": "same-origin",
          "CF-Connecting-IP": `10.${(requestCount >> 8) % 256}.${requestCount++ % 256}.1`,
          ...init.headers,
        },
      }),
    takeLoggedErrors: () => log.takeErrors((mark) => printMark(worker, mark)),
  };
}

/** Tests change the time, and then something is late. */
const isProblem = (line: string) => /"event":"problem (began|ended)"/.test(line);

function collectLog() {
  const errors: string[] = [];
  const waiting = new Map<string, () => void>();
  let markCount = 0;

  return {
    read({ level, message }: WorkerdStructuredLog) {
      waiting.get(`${level} ${message}`)?.();
      if (/"level":"error"|Uncaught/.test(message) && !isProblem(message)) errors.push(message);
    },
    /** A response may come before what was logged for it, so this waits for a mark that is printed after it. */
    async takeErrors(print: (mark: string) => Promise<void>): Promise<string[]> {
      const mark = `mark ${++markCount}`;
      const arrivals = ["log", "error"].map(
        (level) => new Promise<void>((resolve) => waiting.set(`${level} ${mark}`, resolve)),
      );
      await print(mark);
      await Promise.all(arrivals);
      waiting.clear();
      return errors.splice(0);
    },
  };
}
