/** Remix wants this file. Pages load the scripts of `browser/` instead. */
export {};
