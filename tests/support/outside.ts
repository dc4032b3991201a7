import { request as ask, type RequestListener } from "node:http";

/** Who plays a service of others: by its host, the origin of a server. */
const players = new Map<string, string>();

/** From now on, the server gets what a club asks of this host; returns what ends it. */
export function playService(host: string, origin: string): () => void {
  if (players.has(host))
    throw new Error(`Another server plays ${host}, and clubs would get the answers of one of them.`);
  players.set(host, origin);
  return () => players.delete(host);
}

const isHere = (host: string) => /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host);

/** Gets what a club's Worker asks of others. Where nobody plays, there is no answer: no test reaches the internet. */
export const answerOutside: RequestListener = (request, response) => {
  const { host = "" } = request.headers;
  const origin = players.get(host) ?? (isHere(host) ? `http://${host}` : undefined);
  if (!origin) return void request.socket.destroy();
  const { method, url = "/", headers } = request;
  const asked = ask(new URL(url, origin), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  asked.on("error", () => request.socket.destroy());
  response.on("close", () => asked.destroy());
  request.pipe(asked);
};

/** The same for what a test asks in its own process, such as a job or a command. */
const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  const { host, pathname, search } = new URL(input instanceof Request ? input.url : input);
  const origin = players.get(host);
  return fetch(origin ? new URL(pathname + search, origin) : input, init);
};
