/** Returns a function that remembers its last results by key, for values that pages need again and again. */
export function remember<Inputs extends unknown[], Result>(
  keyOf: (...inputs: Inputs) => string,
  compute: (...inputs: Inputs) => Result,
  maxCount = 2_000,
): (...inputs: Inputs) => Result {
  const results = new Map<string, Result>();
  return (...inputs) => {
    const key = keyOf(...inputs);
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(...inputs);
    if (results.size === maxCount) results.clear();
    results.set(key, result);
    return result;
  };
}
