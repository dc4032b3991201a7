/** No test file shares one with another, which may run in the same minute. */
let addressCount = 0;

const currentMinute = () => Math.floor(Date.now() / 60_000);

/**
 * Sends requests at once from one IP address. The limits count anew at each full minute, so requests that
 * cross one are sent again from another address.
 */
export async function sendWithinOneMinute(count: number, send: (address: string) => Promise<Response>) {
  for (let attempt = 1; ; attempt++) {
    const minute = currentMinute();
    const address = `198.18.0.${++addressCount}`;
    const responses = await Promise.all(Array.from({ length: count }, () => send(address)));
    if (currentMinute() === minute || attempt === 5) return responses;
  }
}
