const currentMinute = () => Math.floor(Date.now() / 60_000);

/** Does it again where a new minute began meanwhile. */
export async function withinOneMinute<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const minute = currentMinute();
    const result = await work();
    if (currentMinute() === minute || attempt === 5) return result;
  }
}

/** No test file shares one with another, which may run in the same minute. */
let addressCount = 0;

/**
 * Sends requests at once from one IP address. The limits count anew at each full minute, so requests that
 * cross one are sent again from another address.
 */
export const sendWithinOneMinute = (count: number, send: (address: string) => Promise<Response>) =>
  withinOneMinute(() => {
    const address = `198.18.0.${++addressCount}`;
    return Promise.all(Array.from({ length: count }, () => send(address)));
  });
