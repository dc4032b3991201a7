export interface ClubConnection {
  env: Env;
  /** Missing if `env` has the secrets. */
  listSecrets?(): Promise<string[] | undefined>;
  close(): Promise<void>;
}
