/** Fixed names, because a trace is no place for addresses and tokens. Cloudflare adds spans for D1 and for each fetch by itself. */
type SpanName = "send emails" | "ask stripe" | "match diners";

// Not written into the import: Node and Vite don't have it.
const workersModule = "cloudflare:workers";

const { tracing }: { tracing?: Tracing } = await import(/* @vite-ignore */ workersModule).catch(() => ({}));

/** Shows this work in the trace of the invocation, where the club has turned traces on. */
export const traced = <Result>(name: SpanName, work: () => Result): Result =>
  tracing ? tracing.enterSpan(name, () => work()) : work();
