import type { ErrorKind } from "#app/operations/operation-error.ts";

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  interrupted: 130,
} as const satisfies Record<ErrorKind | "done" | "interrupted", number>;
