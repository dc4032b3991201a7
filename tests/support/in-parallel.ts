/** Runs some at a time, so that workerd does not queue hundreds of requests. */
export async function inParallel<Item, Result>(
  items: Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const runSome = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await run(items[i] as Item);
  };
  await Promise.all(Array.from({ length: 8 }, runSome));
  return results;
}
