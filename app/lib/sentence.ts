/** For a sentence that somebody typed. */
export const endWithPeriod = (sentence: string) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);
