/** `npm run bench:enumeration`: whether response times tell which addresses have an account. */
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";

const addressCount = 200;
const password = "Paprika-5-Leves";

const worker = createLocalWorker({
  vars: { APP_ENV: "local", SESSION_SECRET: "for-measuring-only-for-measuring" },
});
const { origin } = await worker.ready;
const db = await worker.getD1Database("DB");
await migrate(db);

const known = Array.from({ length: addressCount }, (_, i) => `known${i}@oten.example`);
const unknown = Array.from({ length: addressCount }, (_, i) => `other${i}@oten.example`);
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

let requestCount = 0;
async function postForm(path: string, fields: Record<string, string>) {
  const startedAt = performance.now();
  const response = await fetch(origin + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    headers: {
      Origin: origin,
      "CF-Connecting-IP": `10.0.${Math.floor(requestCount / 250)}.${requestCount++ % 250}`,
    },
  });
  const body = (await response.text()).replaceAll(fields.email ?? "", "").replace(/nonce="\w+"/g, "");
  return {
    tookMs: performance.now() - startedAt,
    answer: `${response.status} ${response.headers.get("Location")} ${body}`,
  };
}

const forms: Record<string, (email: string) => Record<string, string>> = {
  "/login": (email) => ({ email, password: "Wrong-5-Leves" }),
  "/forgot-password": (email) => ({ email }),
  "/email-confirmed": (email) => ({ email }),
  "/register": (email) => ({ email, firstName: "A", lastName: "B", password, repeatPassword: password }),
};

for (const [path, fields] of Object.entries(forms)) {
  await postForm(path, fields("warm@up.example"));
  const times: [number[], number[]] = [[], []];
  const answers = new Set<string>();
  for (let i = 0; i < addressCount; i++) {
    const order = i % 2 ? [0, 1] : [1, 0];
    for (const side of order) {
      const { tookMs, answer } = await postForm(path, fields((side ? unknown : known)[i] ?? ""));
      times[side as 0 | 1].push(tookMs);
      answers.add(answer);
    }
  }
  const p = mannWhitney(...times);
  const isIndistinguishable = answers.size === 1 && p > 0.05;
  if (!isIndistinguishable) process.exitCode = 1;
  console.log(
    `${isIndistinguishable ? "ok  " : "LEAK"}  ${path.padEnd(18)} ${answers.size} answer(s), p = ${p.toFixed(3)}`,
  );
}
await worker.dispose();

/** The p-value of the Mann-Whitney U test, by the normal approximation. */
function mannWhitney(a: number[], b: number[]): number {
  const ranked = [
    ...a.map((value) => ({ value, first: true })),
    ...b.map((value) => ({ value, first: false })),
  ].sort((x, y) => x.value - y.value);
  const rankSum = ranked.reduce((sum, { first }, i) => (first ? sum + i + 1 : sum), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return 2 * (1 - normalDistribution(Math.abs(u - mean) / deviation));
}

function normalDistribution(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
