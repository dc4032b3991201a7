import { type Agent, get } from "node:http";

const connections = 16;
const roundSeconds = 2;

export async function measureRequestsPerSecond(url: URL, agent: Agent, cookie?: string): Promise<number> {
  const startedAt = performance.now();
  const endsAt = startedAt + roundSeconds * 1000;
  let served = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < endsAt) {
        await fetchOnce(url, agent, cookie);
        served++;
      }
    }),
  );
  return served / ((performance.now() - startedAt) / 1000);
}

export function fetchOnce(url: URL, agent: Agent, cookie?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: cookie ? { Cookie: cookie } : {} }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().on("end", resolve);
    }).on("error", reject);
  });
}
