/** What a script learns from the exit code. */
export const exits = { done: 0, failed: 1, usage: 2, notFound: 3, refused: 4, interrupted: 130 } as const;

/** Nothing was changed, and this one sentence says why. */
export class Refusal extends Error {
  readonly exit: number;

  constructor(exit: number, sentence: string) {
    super(sentence);
    this.exit = exit;
  }
}

export const wrongUsage = (sentence: string) => new Refusal(exits.usage, sentence);
export const notFound = (sentence: string) => new Refusal(exits.notFound, sentence);
export const refused = (sentence: string) => new Refusal(exits.refused, sentence);
