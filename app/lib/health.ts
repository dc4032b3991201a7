/** Commands by the name of the problem in models/health. docs/operating/when-something-is-wrong.md says what to do next. */
export const problemCommands: Record<string, string> = {
  "cron stopped": "job run",
  "queue stopped": "job run",
  "emails late": "outbox list --state waiting",
  "emails failing": "outbox list --state waiting",
  "tables late": "event list",
  "tasks parked": "job list --parked",
  "emails parked": "outbox list --state parked",
  "deposits parked": "deposit list --parked",
  "deposits disputed": "deposit list --state disputed",
  "contested absences wait for an answer": "attendance contests",
  "restaurants can’t take us": "event list",
  "restaurants have not answered": "event list",
  "many sign-ups": "outbox list --state waiting",
  "accounts that may be one person’s": "user crowds",
  "database half full": "stats --weeks 52 --by-week",
  "database nearly full": "stats --weeks 52 --by-week",
  "no-shows not told": "outbox list --state expired",
  "table-mates alone report diners missing": "event list --past --limit 10",
};

/** The command to run first. A job that fails has no name in the list. */
export function commandForProblem(problem: string, siteUrl: string): string {
  const command = Object.hasOwn(problemCommands, problem) ? problemCommands[problem] : "job list";
  return `npm run ops -- ${command}${siteUrl.startsWith("https:") ? " --remote" : ""}`;
}

/** A secret of this length can't be guessed, however long somebody tries: `openssl rand -base64 32` makes one of 44. */
export const minHealthSecretLength = 20;

export const isHealthSecretShort = (secret: string | undefined): boolean =>
  Boolean(secret) && (secret ?? "").trim().length < minHealthSecretLength;

export const shortHealthSecret = `HEALTH_SECRET is shorter than ${minHealthSecretLength} characters: make one with openssl rand -base64 32.`;
