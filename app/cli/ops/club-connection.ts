export interface ClubConnection {
  env: Env;
  close(): Promise<void>;
}
