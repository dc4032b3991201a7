import { listLocalEmails } from "#app/emails/render-email.server.ts";
import type { Club } from "./club.ts";

export const emailEnv = {
  SITE_URL: "https://oten.example",
  SESSION_SECRET: "for-tests-only-for-tests-only-32",
} as Env;

/** All emails in the outbox as they would be sent now, newest first. */
export const readOutbox = (club: Pick<Club, "db">) => listLocalEmails({ db: club.db, env: emailEnv });
