/** A club at hand, wherever it is kept. */
export interface Reached {
  env: Env;
  close(): Promise<void>;
}
