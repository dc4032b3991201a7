/** The built Worker, of whose parts some hang or fail: those that a request names in its header, and those that /fault named for the cron. */
import worker from "#app/entry.worker.ts";
import type { TaskMessage } from "#app/jobs/tasks.server.ts";
import { wrapDatabase } from "./wrap-database.ts";

type Call = () => Promise<unknown>;

const ways: Record<string, Call> = {
  /** Far longer than any test waits. */
  hangs: () => scheduler.wait(600_000),
  fails: () => Promise.reject(new Error("this part is out of order")),
  /** What it is given never arrives. */
  loses: async () => {},
};

/** Every method of the part ends so. */
const breakPart = (call: Call) => new Proxy({}, { get: (_, name) => (name === "then" ? undefined : call) });

const breakDatabase = (database: D1Database, call: Call) => wrapDatabase(database, () => call() as never);

/** Only what is read from a copy nearby. */
const breakReplica = (database: D1Database, call: Call) =>
  new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name === "withSession")
        return (bookmark: string) =>
          breakDatabase(target.withSession(bookmark) as unknown as D1Database, call);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

/** A picture is asked for in steps, of which the last is a call. */
function breakImages(call: Call) {
  const steps: object = { transform: () => steps, output: call };
  return { input: () => steps };
}

/** One server plays all services outside: those of the other keys where the test says so. */
const moveServices = (url: string) => ({
  GOOGLE_CLIENT_ID: "oten",
  GOOGLE_CLIENT_SECRET: "secret",
  GOOGLE_URL: url,
  STRIPE_SECRET_KEY: "sk_test_for_tests",
  STRIPE_WEBHOOK_SECRET: "whsec_for_tests",
  RESEND_API_KEY: "re_for_tests",
  TURNSTILE_SITE_KEY: "site",
  TURNSTILE_SECRET: "secret",
  BREACHED_PASSWORDS_URL: url,
  HEARTBEAT_URL: url,
  ALARM_WEBHOOK: url,
});

/** `faults` has a part and what it does, such as `AVATARS=hangs`. */
function breakParts(env: Env, faults: string): Env {
  const broken = [...new URLSearchParams(faults)].map(([part, way]) => {
    const call = ways[way];
    if (part === "services") return moveServices(way);
    if (!call) throw new Error(`Nothing ${way}`);
    if (part === "DB") return { DB: breakDatabase(env.DB, call) };
    if (part === "replica") return { DB: breakReplica(env.DB, call) };
    if (part === "IMAGES") return { IMAGES: breakImages(call) };
    if (part === "limits") return { SIGN_IN_LIMIT: { limit: call }, PASSKEY_LIMIT: { limit: call } };
    return { [part]: breakPart(call) };
  });
  return Object.assign({}, env, ...broken) as Env;
}

let faultsOfCron = "";

export default {
  async fetch(request, env, execution) {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/fault") {
      faultsOfCron = search;
      return new Response();
    }
    return worker.fetch(request, breakParts(env, request.headers.get("Faults") ?? ""), execution);
  },

  scheduled: (controller, env) => worker.scheduled(controller, breakParts(env, faultsOfCron)),

  queue: (batch, env) => worker.queue(batch, env),
} satisfies ExportedHandler<Env, TaskMessage>;
