/**
 * The names are fixed, because a trace must not contain addresses and tokens. Cloudflare itself adds spans for D1 and each
 * fetch.
 */
type SpanName = "send emails" | "ask stripe" | "match diners";

// This is a variable because Node and Vite don't have the module.
const workersModule = "cloudflare:workers";

const { tracing }: { tracing?: Tracing } = await import(/* @vite-ignore */ workersModule).catch(() => ({}));

/** Shows this work in the trace of the invocation if the club has turned traces on. */
export const traced = <Result>(name: SpanName, work: () => Result): Result =>
  tracing ? tracing.enterSpan(name, () => work()) : work();
