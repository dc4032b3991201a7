export const exitCodes = { done: 0, failed: 1, usage: 2, notFound: 3, refused: 4, interrupted: 130 } as const;

/** An expected failure: the message alone is printed, and nothing was changed. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string) => new CommandError(exitCodes.usage, message);
export const notFoundError = (message: string) => new CommandError(exitCodes.notFound, message);
export const refusedError = (message: string) => new CommandError(exitCodes.refused, message);
