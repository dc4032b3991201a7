import type { AppLoadContext } from "@remix-run/cloudflare";
import { problemCommands } from "#app/lib/health.ts";
import { capitalize } from "#app/lib/text.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { usualSignUpsInHour } from "#app/models/account/sign-up.server.ts";
import { findSharedTimeZone } from "#app/models/city/cities.server.ts";
import { readPulse } from "#app/models/health/heartbeats.server.ts";
import {
  findProblems,
  gigabyte,
  listEndedIncidents,
  maxGigabytes,
} from "#app/models/health/problems.server.ts";
import { countUnsentByState } from "#app/models/outbox/manage-outbox.server.ts";
import { listTasks } from "#app/models/task/tasks.server.ts";
import { findInvalidVars, type Vars } from "#app/operations/check-vars.ts";
import { formatLocalTime, plural } from "#app/operations/words.ts";
import { club } from "#club";
import { operationHref } from "./desk-parts.tsx";
import { sayAtDesk } from "./desk-words.server.ts";

const pastDays = 7;
const maxTasks = 20;

/** Where a club runs on its operator's computer, its start sets these. */
const setByLocalClub = ["APP_ENV", "SITE_URL"];

export async function loadHealth({ db, env, now }: AppLoadContext) {
  const [problems, past, pulse, emails, tasks, sharedZone] = await Promise.all([
    findProblems(db, now, usualSignUpsInHour(env)),
    listEndedIncidents(db, new Date(now.getTime() - pastDays * dayMs)),
    readPulse(db),
    countUnsentByState(db, now),
    listTasks(db, { isParked: true, limit: maxTasks + 1 }),
    findSharedTimeZone(db),
  ]);
  const zone = sharedZone ?? club.timeZone;
  const inZone = (date: Date) => `${formatLocalTime(date, zone)} ${zone}`;
  const inUtc = /([\d-]{10}) (\d\d:\d\d) UTC/g;
  const say = (text: string) =>
    sayAtDesk(
      text.replaceAll(inUtc, (_, day, time) => inZone(new Date(`${day}T${time}Z`))),
      [],
    );
  const formatTime = (date: Date) => say(inZone(date));
  const lastRan = (name: "cron" | "queue") => {
    const at = pulse.heartbeats.get(name);
    return at ? formatTime(at) : "Never";
  };
  return {
    problems: problems.map(({ name, detail }) => ({
      name: capitalize(say(name)),
      detail: say(detail),
      todo: findTodo(name),
    })),
    past: past.map(({ id, name, detail, startedAt, endedAt }) => ({
      id,
      name: capitalize(say(name)),
      text: `${say(detail)}. From ${formatTime(startedAt)}${endedAt ? ` to ${formatTime(endedAt)}` : ""}.`,
    })),
    pastDays,
    settings: findInvalidVars(env as unknown as Vars)
      .filter(({ name }) => !setByLocalClub.includes(name) || env.APP_ENV !== "local")
      .map(({ name, mustBe }) => ({
        name,
        text: `It must be ${mustBe}. Change it in club.toml, and deploy.`,
      })),
    runs: [
      ["The club’s clock last ran", lastRan("cron")],
      ["The queue last ran", lastRan("queue")],
      ["The database has", `${(pulse.sizeBytes / gigabyte).toFixed(3)} of ${maxGigabytes} GB`],
      ["Emails that wait", describeWaiting(emails, formatTime)],
      ["Emails that are parked", String(emails.parked)],
    ] satisfies [string, string][],
    tasks: tasks.slice(0, maxTasks).map(({ id, job, item, lastError }) => ({
      id,
      title: say(item === "all" ? job : `${job}: ${item}`),
      text: lastError,
      href: operationHref("job retry", { job, item }),
    })),
    hasMoreTasks: tasks.length > maxTasks,
  };
}

export type HealthView = Awaited<ReturnType<typeof loadHealth>>;

type Waiting = Awaited<ReturnType<typeof countUnsentByState>>;

function describeWaiting({ due, later, next }: Waiting, formatTime: (date: Date) => string): string {
  if (due + later === 0) return "None";
  const again = later > 0 && next ? `, and ${plural(later, "email")} until ${formatTime(next)}` : "";
  return `${due} due now${again}`;
}

const labels: Record<string, string> = {
  "attendance contests": "Read what they say",
  "deposit list": "See the refunds",
  "event list": "See the events",
  "job list": "See the tasks",
  "job run": "Run what is due",
  "outbox list": "See the emails",
  stats: "See how it grows",
  "user crowds": "See the accounts",
};

/** The operation that the command of a problem names, with its fields: "outbox list --state parked". */
function findTodo(problem: string): { href: string; label: string } {
  const typed = Object.hasOwn(problemCommands, problem) ? problemCommands[problem] : undefined;
  const [command = "", ...options] = (typed ?? "job list").split(/ --/);
  const fields = Object.fromEntries(
    options.map((option) => {
      const [name = "", value = "yes"] = option.split(" ");
      return [name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()), value];
    }),
  );
  return { href: operationHref(command, fields), label: labels[command] ?? capitalize(command) };
}
