/** react-router-dom imports react-dom for this function only, and calls it in browsers only, so the Worker leaves the rest out. */
export function flushSync(update: () => void): void {
  update();
}
