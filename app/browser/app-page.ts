/** Runs on the pages of diners and hosts, besides every-page.ts. */

/** For lists whose last choice means none of the others, for example "I eat everything". */
function uncheckExcludedChoices() {
  addEventListener("input", ({ target }) => {
    const list = (target as Element).closest("[data-ends-with-none]");
    const checkboxes = [...(list?.querySelectorAll<HTMLInputElement>("[type=checkbox]") ?? [])];
    const none = checkboxes.at(-1);
    for (const checkbox of checkboxes)
      if (target === none ? checkbox !== none : checkbox === none) checkbox.checked = false;
  });
}

/** With a fragment in the address, browsers ignore `autofocus`. */
function focusMessage() {
  if (location.hash) document.querySelector<HTMLElement>("[autofocus]")?.focus();
}

/** A page that opened from a row of the settings begins there, after the menu. */
function focusOpened() {
  const focus = () => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>("[data-takes-focus]")?.focus({ preventScroll: true });
  };
  if (document.readyState === "complete") focus();
  else addEventListener("load", focus);
}

const showAfterMs = 300;

/** A download or a stopped page must not block a form for ever. */
const forgetAfterMs = 15_000;

const line = document.querySelector<HTMLElement>("[data-waiting]");
let timers: ReturnType<typeof setTimeout>[] = [];

/** Sends a form once, says when the next page takes long, and stays on this page while there is no connection. */
function watchWaiting() {
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.method === "dialog") return;
    if (form.ariaBusy) return event.preventDefault();
    if (!isKept(form) && isOffline(event, form.dataset.offline)) return;
    wait();
    form.ariaBusy = "true";
    markAsBusy(event.submitter);
  });
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (event.defaultPrevented || !link || !leadsAway(link, event) || isOffline(event)) return;
    wait();
  });
  // The browser can show this page again as it was left.
  addEventListener("pageshow", stopWaiting);
  addEventListener("online", stopWaiting);
}

/** Without a network, the service worker keeps what is said on the day of the dinner, and sends it later. */
const isKept = ({ dataset }: HTMLFormElement) => "said" in dataset && navigator.serviceWorker?.controller;

function leadsAway({ origin, pathname, search, target, download }: HTMLAnchorElement, event: MouseEvent) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const isHere = pathname === location.pathname && search === location.search;
  return origin === location.origin && !isHere && !target && !download && !/\.\w+$/.test(pathname);
}

/** On pages without the line, the browser itself says so. */
function isOffline(event: Event, text = "No connection. Try again in a moment."): boolean {
  if (navigator.onLine || !line) return false;
  event.preventDefault();
  stopWaiting();
  line.dataset.offline = "";
  show(text);
  return true;
}

function markAsBusy(button: HTMLElement | null) {
  if (!button) return;
  button.ariaBusy = "true";
  const drawing = line?.firstElementChild;
  if (drawing) (button as ParentNode).prepend(drawing.cloneNode(true));
}

function wait() {
  stopWaiting();
  timers = [setTimeout(show, showAfterMs, "Loading..."), setTimeout(stopWaiting, forgetAfterMs)];
}

function show(text: string) {
  const words = line?.lastElementChild;
  if (!line || !words) return;
  words.textContent = text;
  line.hidden = false;
}

function stopWaiting() {
  for (const timer of timers) clearTimeout(timer);
  for (const busy of document.querySelectorAll("[aria-busy]")) {
    busy.ariaBusy = null;
    busy.querySelector(":scope > .table-waiting")?.remove();
  }
  if (line) {
    line.hidden = true;
    delete line.dataset.offline;
  }
}

uncheckExcludedChoices();
focusMessage();
focusOpened();
watchWaiting();
