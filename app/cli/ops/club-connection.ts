export interface ClubConnection {
  env: Env;
  /** Where `env` does not have them. */
  listSecrets?(): Promise<string[] | undefined>;
  close(): Promise<void>;
}
