/** `npm run bench:enumeration`: can a stranger tell by the clock which addresses have an account? */
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";

const each = 200;
const password = "Paprika-5-Leves";

const worker = createLocalWorker({
  vars: { APP_ENV: "local", SESSION_SECRET: "for-measuring-only-for-measuring" },
});
const { origin } = await worker.ready;
const db = await worker.getD1Database("DB");
await migrate(db);

const known = Array.from({ length: each }, (_, i) => `known${i}@oten.example`);
const unknown = Array.from({ length: each }, (_, i) => `other${i}@oten.example`);
await db.batch(
  known.map((email) =>
    db
      .prepare(
        "INSERT INTO users (id, email, first_name, last_name, user_name, created_at, password_hash) SELECT ?, ?, 'A', 'B', 'A', 0, ?",
      )
      .bind(
        email,
        email,
        "$scrypt$ln=15,r=8,p=3$c2FsdHNhbHRzYWx0c2FsdA==$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g=",
      ),
  ),
);

let asked = 0;
async function ask(path: string, fields: Record<string, string>) {
  const before = performance.now();
  const answer = await fetch(origin + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    headers: { Origin: origin, "CF-Connecting-IP": `10.0.${Math.floor(asked / 250)}.${asked++ % 250}` },
  });
  const body = (await answer.text()).replaceAll(fields.email ?? "", "").replace(/nonce="\w+"/g, "");
  return {
    took: performance.now() - before,
    said: `${answer.status} ${answer.headers.get("Location")} ${body}`,
  };
}

const forms: Record<string, (email: string) => Record<string, string>> = {
  "/login": (email) => ({ email, password: "Wrong-5-Leves" }),
  "/forgot-password": (email) => ({ email }),
  "/email-confirmed": (email) => ({ email }),
  "/register": (email) => ({ email, firstName: "A", lastName: "B", password, repeatPassword: password }),
};

for (const [path, fields] of Object.entries(forms)) {
  await ask(path, fields("warm@up.example"));
  const times: [number[], number[]] = [[], []];
  const said = new Set<string>();
  for (let i = 0; i < each; i++) {
    const order = i % 2 ? [0, 1] : [1, 0];
    for (const side of order) {
      const { took, said: words } = await ask(path, fields((side ? unknown : known)[i] ?? ""));
      times[side as 0 | 1].push(took);
      said.add(words);
    }
  }
  const p = mannWhitney(...times);
  const holds = said.size === 1 && p > 0.05;
  if (!holds) process.exitCode = 1;
  console.log(`${holds ? "ok  " : "TOLD"}  ${path.padEnd(18)} ${said.size} answer(s), p = ${p.toFixed(3)}`);
}
await worker.dispose();

/** The chance that two samples of one kind differ as much as these do; by the normal approximation. */
function mannWhitney(a: number[], b: number[]): number {
  const ranked = [
    ...a.map((value) => ({ value, first: true })),
    ...b.map((value) => ({ value, first: false })),
  ].sort((x, y) => x.value - y.value);
  const rankSum = ranked.reduce((sum, { first }, i) => (first ? sum + i + 1 : sum), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return 2 * (1 - normal(Math.abs(u - mean) / deviation));
}

function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
