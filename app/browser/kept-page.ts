/** Runs on the pages of diners who are signed in, and on those that the service worker shows without a network. */
export {};

const { worker } = document.documentElement.dataset;
if (worker) navigator.serviceWorker?.register(worker, { scope: "/" }).catch(() => {});
if (document.querySelector("[data-kept]:not([hidden])")) {
  const lookAgain = () => navigator.onLine && location.replace(location.href);
  addEventListener("online", lookAgain);
  setInterval(lookAgain, 10_000);
}
