export type ErrorKind = "failed" | "usage" | "notFound" | "refused";

/** An expected failure: the message alone is shown, and nothing was changed. */
export class OperationError extends Error {
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export const usageError = (message: string) => new OperationError("usage", message);
export const notFoundError = (message: string) => new OperationError("notFound", message);
export const refusedError = (message: string) => new OperationError("refused", message);
