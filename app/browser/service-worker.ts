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
  /** Empty if nobody is signed in anymore: what is still to be sent then waits for its owner. */
  html: string;
  policy: string;
  /** A form that is still to be sent. */
  said?: string | undefined;
}

const worker = globalThis as unknown as Worker;
const names = { kept: "kept", offline: "offline" };
const key = "/kept";
const offlinePath = "/offline";
const loginPath = "/login";
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
  const isOfDinner = kept?.path === pathname || (isPage && /^\/dashboard(\/bookings)?$/.test(pathname));
  const hasIt = isOfDinner && kept?.html ? kept : undefined;
  try {
    const response = await (hasIt ? fetchSoon(event.request) : fetch(event.request));
    const looked = look(response.clone(), pathname);
    event.waitUntil(looked);
    if (kept?.said && !kept.html) {
      if (isOfDinner && response.type === "opaqueredirect") return Response.redirect(loginPath);
      if (isPage && pathname === loginPath) return show({ ...kept, ...(await readPage(response)) });
    }
    if (!hasIt?.said || response.type === "opaqueredirect") return response;
    // The server's page would not show what is still to be sent.
    await looked;
    const still = await readKept();
    return still?.said ? show(still) : response;
  } catch {
    return hasIt ? show(hasIt) : isPage ? showOffline() : Response.error();
  }
}

const fetchSoon = (request: Request) =>
  Promise.race([fetch(request), new Promise<never>((_, reject) => setTimeout(reject, timeoutMs))]);

const readPage = async (response: Response) => ({
  html: await response.text(),
  policy: response.headers.get("Content-Security-Policy") ?? "",
});

/** An error page may not know who is signed in. */
const readAccount = (html: string) => /data-user-id="([^"]*)"/.exec(html)?.[1];

/** Of the account that is signed in now. Without one, only what is still to be sent waits for its owner. */
async function readKeptOf(account: string) {
  const kept = await readKept();
  if (!kept || kept.account === account) return kept;
  if (account || !kept.said) await forget();
  else if (kept.html) await addFiles(await keep({ ...kept, html: "", policy: "" }), "");
}

/** Keeps a page that says so, and forgets the page of an account that is no longer signed in here. */
async function look(response: Response, path: string) {
  const page = await readPage(response);
  const account = readAccount(page.html);
  if (account === undefined) return;
  const last = await readKeptOf(account);
  const until = Number(/data-keep-until="(\d+)"/.exec(page.html)?.[1]);
  if (until && !(last && last.path !== path && last.until < until)) {
    const said = last?.path === path ? last.said : undefined;
    await addFiles(await keep({ account, path, until, ...page, said }), page.html);
  } else if (!until && last?.path === path) await forget();
}

async function post(request: Request, path: string): Promise<Response> {
  if (path === "/logout") await forget();
  const kept = await readKept();
  const isOfDinner = kept?.html && kept.path === path;
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
  const load = (init?: RequestInit) => fetch(kept.path, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  // Whether the server took it can't be seen if it redirects, and another account may be signed in.
  const account = readAccount(await (await load()).text());
  if (account === undefined) throw new Error("Nobody knows who is signed in.");
  if (!(await readKeptOf(account))) return;
  const { status } = await load({
    method: "POST",
    body: new URLSearchParams(kept.said),
    redirect: "manual",
  });
  if (status === 429 || status >= 500) throw new Error("The server did not take it.");
  // The owner may have signed out meanwhile.
  const still = await readKept();
  if (still?.said !== kept.said) return;
  if (still.html) await keep({ ...still, said: undefined });
  else await forget();
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
