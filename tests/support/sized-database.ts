import { type Database, openDatabase } from "#app/db/client.server.ts";

/** The database of a club, as if it had so many bytes. */
export function openSizedDatabase(binding: D1Database, bytes: number): Database {
  const resize = <Row>(result: D1Result<Row>) => ({ ...result, meta: { ...result.meta, size_after: bytes } });
  const batch = async (statements: D1PreparedStatement[]) => (await binding.batch(statements)).map(resize);
  return openDatabase(
    new Proxy(binding, { get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name)) }),
  );
}
