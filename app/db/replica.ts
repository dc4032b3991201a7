import { minuteMs } from "#app/lib/time-units.ts";
import { connect, type Database } from "./client.server.ts";

/** A copy of the database near the visitor, which may be a moment behind the primary. */
export interface Replica {
  db: Database;
  /** How new a copy must be that shows all that was read here; nothing where the platform has no copies. */
  bookmark(): string | null;
  /** Set where it failed, or a row is missing that the primary may have. */
  isBehind?: true;
  /** Reports that it failed. */
  rest(): void;
}

/** After a write, before it is known how new a copy must be to have it. */
export const afterWrite = "first-primary";

const bookmarkPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4,32}){3}$/;

/** When the copy of a database has failed last: each page would wait for it again. */
const failedAt = new WeakMap<D1Database, number>();

/** Copies that are older than the bookmark are not read, and none for a minute after one has failed. */
export function openReplica(binding: D1Database, bookmark: string | undefined): Replica | undefined {
  if (Date.now() - (failedAt.get(binding) ?? 0) < minuteMs) return undefined;
  const isKnown = bookmark === afterWrite || bookmarkPattern.test(bookmark?.slice(0, 120) ?? "");
  const session = binding.withSession(isKnown ? bookmark : "first-unconstrained");
  return {
    db: connect(session as unknown as D1Database),
    bookmark: () => session.getBookmark(),
    rest: () => failedAt.set(binding, Date.now()),
  };
}
