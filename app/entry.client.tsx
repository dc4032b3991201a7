/** Remix requires this file. Pages load the scripts of `browser/` instead. */
export {};
