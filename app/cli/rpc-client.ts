/** A running club's bindings, from outside: as much of D1 and R2 as our models ask for. */

import type { Address } from "./club-lock.ts";
import type { Call, Spoken } from "./rpc-calls.ts";

type Ask = <Answer>(call: Call) => Promise<Answer>;

export function throughDoor({ url, token }: Address): Pick<Env, "DB" | "AVATARS"> {
  const ask: Ask = async (call) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(call),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error((answer as { error: string }).error);
    return answer as never;
  };
  return { DB: database(ask), AVATARS: photos(ask) };
}

function database(ask: Ask): D1Database {
  const statement = (sql: string, params: unknown[] = []) => {
    const spoken = { sql, params };
    const all = async () => (await ask<D1Result[]>({ does: "batch", statements: [spoken] }))[0];
    return {
      spoken,
      bind: (...values: unknown[]) => statement(sql, values),
      all,
      run: all,
      raw: () => ask({ does: "raw", statement: spoken }),
    };
  };
  return {
    prepare: (sql: string) => statement(sql),
    batch: (statements: { spoken: Spoken }[]) =>
      ask({ does: "batch", statements: statements.map(({ spoken }) => spoken) }),
  } as unknown as D1Database;
}

interface Page {
  objects: { key: string; uploaded: string }[];
}

function photos(ask: Ask): R2Bucket {
  return {
    async list({ prefix, cursor }: R2ListOptions = {}) {
      const page = await ask<Page>({ does: "list photos", prefix, cursor });
      const objects = page.objects.map(({ key, uploaded }) => ({ key, uploaded: new Date(uploaded) }));
      return { ...page, objects };
    },
    delete: (keys: string[]) => ask<null>({ does: "delete photos", keys }),
  } as unknown as R2Bucket;
}
