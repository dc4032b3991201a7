/** For a sentence that somebody typed. */
export const endWithPeriod = (sentence: string) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const countSeconds = (count: number) => (count === 1 ? "1 second" : `${count} seconds`);
