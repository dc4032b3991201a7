/** Sends the queries that start together as one batch; where one of them fails, each is sent for itself. */
export function collectReads(binding: D1Database): D1Database {
  let waiting: { statement: D1PreparedStatement; answer(result: D1Result | Promise<D1Result>): void }[] = [];
  const send = async () => {
    const some = waiting;
    waiting = [];
    const results = await binding.batch(some.map(({ statement }) => statement)).catch(() => undefined);
    some.forEach(({ statement, answer }, i) => {
      answer(results?.[i] ?? statement.all());
    });
  };
  const ask = (statement: D1PreparedStatement) =>
    new Promise<D1Result>((answer) => {
      if (waiting.push({ statement, answer }) === 1) setTimeout(send);
    });
  const collect = (statement: D1PreparedStatement) => ({
    bind: (...values: unknown[]) => collect(statement.bind(...values)),
    all: () => ask(statement),
    /** No query of these has two columns of one name. */
    raw: async () => (await ask(statement)).results.map((row) => Object.values(row as object)),
  });
  return { prepare: (query: string) => collect(binding.prepare(query)) } as unknown as D1Database;
}
