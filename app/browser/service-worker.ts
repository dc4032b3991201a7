/** Keeps the page of the next dinner on this device, for when there is no signal. It serves only what was seen here before. */
export {};

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Worker {
  clients: { claim(): Promise<void> };
  registration: { sync?: { register(tag: string): Promise<void> } };
}

interface Kept {
  account: string;
  path: string;
  until: number;
  html: string;
  policy: string;
  /** A form that is still to be sent. */
  said?: string | undefined;
}

const worker = globalThis as unknown as Worker;
const names = { kept: "kept", offline: "offline" };
const key = "/kept";
const offlinePath = "/offline";
const dinnerPath = /^\/dashboard\/bookings\/[^/]+$/;
const filePath = /^\/(assets|avatars|venue-photos)\//;
/** With a weak signal nobody at the door waits longer for a page that the phone has. */
const timeoutMs = 4_000;

const on = (type: string, listen: (event: never) => unknown) =>
  addEventListener(type, listen as EventListener);

on("install", (event: WorkerEvent) => event.waitUntil(keepOfflinePage()));
on("activate", (event: WorkerEvent) => event.waitUntil(worker.clients.claim()));
on("sync", (event: WorkerEvent) => event.waitUntil(sendSaid()));
on("fetch", (event: FetchEvent) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isPage = request.mode === "navigate";
  if (origin !== location.origin) return;
  if (request.method === "POST" && isPage) event.respondWith(post(request, pathname));
  else if (request.method !== "GET") return;
  else if (isPage || dinnerPath.test(pathname)) event.respondWith(getPage(event, pathname, isPage));
  else if (filePath.test(pathname)) event.respondWith(getFile(request));
});

async function keepOfflinePage() {
  const response = await fetch(offlinePath, { credentials: "omit" });
  const cache = await caches.open(names.offline);
  await cache.put(offlinePath, response.clone());
  await addFiles(cache, await response.text());
}

async function addFiles(cache: Cache, html: string) {
  const paths = [...html.matchAll(/"(\/(?:assets|avatars|venue-photos)\/[^"\s]+)"/g)].map(
    ([, path = ""]) => path,
  );
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (filePath.test(pathname) && !paths.includes(pathname)) await cache.delete(url);
  }
  await Promise.allSettled(paths.map((path) => cache.add(path)));
}

const forget = () => caches.delete(names.kept);

async function readKept(): Promise<Kept | undefined> {
  const kept: Kept | undefined = await (await caches.match(key))?.json();
  if (!kept || kept.until > Date.now()) return kept;
  await forget();
}

async function keep(kept: Kept) {
  const cache = await caches.open(names.kept);
  await cache.put(key, Response.json(kept));
  return cache;
}

async function getPage(event: FetchEvent, pathname: string, isPage: boolean): Promise<Response> {
  await sendSaid().catch(() => {});
  const kept = await readKept();
  const hasIt = kept && (kept.path === pathname || (isPage && /^\/dashboard(\/bookings)?$/.test(pathname)));
  try {
    const response = await (hasIt ? fetchSoon(event.request) : fetch(event.request));
    const looked = look(response.clone(), pathname);
    event.waitUntil(looked);
    if (!hasIt || !kept.said || response.type === "opaqueredirect") return response;
    // The server's page would not show what is still to be sent.
    await looked;
    const still = await readKept();
    return still?.said ? show(still) : response;
  } catch {
    return hasIt ? show(kept) : isPage ? showOffline() : Response.error();
  }
}

const fetchSoon = (request: Request) =>
  Promise.race([fetch(request), new Promise<never>((_, reject) => setTimeout(reject, timeoutMs))]);

/** Keeps a page that says so, and forgets the page of an account that is no longer signed in here. */
async function look(response: Response, path: string) {
  const html = await response.text();
  const account = /data-user-id="([^"]*)"/.exec(html)?.[1];
  // An error page may not know who is signed in.
  if (account === undefined) return;
  const last = await readKept();
  const isTheirs = last?.account === account;
  if (last && !isTheirs) await forget();
  const until = Number(/data-keep-until="(\d+)"/.exec(html)?.[1]);
  if (until && !(isTheirs && last.path !== path && last.until < until)) {
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    const said = isTheirs && last.path === path ? last.said : undefined;
    await addFiles(await keep({ account, path, until, html, policy, said }), html);
  } else if (!until && last?.path === path) await forget();
}

async function post(request: Request, path: string): Promise<Response> {
  if (path === "/logout") await forget();
  const kept = await readKept();
  const isOfDinner = kept?.path === path;
  const copy = request.clone();
  try {
    const response = await (isOfDinner ? fetchSoon(request) : fetch(request));
    // What it changed is on the page that follows.
    const id = kept?.path.split("/").pop() ?? path;
    if (response.type === "opaqueredirect" && path.includes(id)) await forget();
    return response;
  } catch {
    if (!isOfDinner) return showOffline();
    const said = await copy.text();
    if (!/say=(here|late)(&|$)/.test(said)) return show(kept);
    const hereFrom = Number(/data-here-from="(\d+)"/.exec(kept.html)?.[1]);
    if (/say=here(&|$)/.test(said) && Date.now() < hereFrom) return show(kept, "early");
    await keep({ ...kept, said });
    await worker.registration.sync?.register("said").catch(() => {});
    return show({ ...kept, said });
  }
}

/** Saying something twice changes nothing, so it is sent again when nobody knows whether it arrived. */
async function sendSaid() {
  const kept = await readKept();
  if (!kept?.said || !navigator.onLine) return;
  const signal = AbortSignal.timeout(timeoutMs);
  const { status } = await fetch(kept.path, {
    method: "POST",
    body: new URLSearchParams(kept.said),
    redirect: "manual",
    signal,
  });
  if (status === 429 || status >= 500) throw new Error("The server did not take it.");
  // The owner may have signed out meanwhile.
  const still = await readKept();
  if (still?.said === kept.said) await keep({ ...still, said: undefined });
}

/** The page has what is only to be seen without a network. */
function show({ html, policy, said }: Kept, note = "kept"): Response {
  const hidden = new RegExp(`hidden="" (?=data-(kept|${note}${said ? "|said" : ""}))`, "g");
  return new Response(html.replace(hidden, ""), {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy },
  });
}

const showOffline = async () => (await caches.match(offlinePath)) ?? Response.error();

async function getFile(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  // These never change at one address.
  if (kept && /\/assets\//.test(request.url)) return kept;
  return fetch(request).catch(() => kept ?? Response.error());
}
