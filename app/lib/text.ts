/** For a sentence that somebody typed. */
export const endWithPeriod = (sentence: string) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** "59 seconds", "15 minutes" */
export function describeWait(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
