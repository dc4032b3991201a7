import type { AppLoadContext } from "@remix-run/cloudflare";

/** Makes a lookup that the action and the loaders of one request share. */
export function oncePerRequest<Inputs extends unknown[], Result>(
  find: (context: AppLoadContext, ...inputs: Inputs) => Promise<Result>,
): typeof find {
  const known = new WeakMap<AppLoadContext, Promise<Result>>();
  return (context, ...inputs) => {
    const result = known.get(context) ?? find(context, ...inputs);
    known.set(context, result);
    // The page that is shown after a failure calls this again.
    result.catch(() => known.delete(context));
    return result;
  };
}
