type Numbers = Readonly<Record<string, number>>;

/** Moves from the current weights towards the learned ones, at most a quarter of the way at once. */
export function limitStep<Values extends Numbers>(
  current: Values,
  learned: Numbers,
  maxShare = 0.25,
): Values {
  const step = ([name, weight]: [string, number]): [string, number] => {
    const before = current[name] ?? weight;
    return [name, before + maxShare * (weight - before)];
  };
  return { ...current, ...Object.fromEntries(Object.entries(learned).map(step)) };
}
