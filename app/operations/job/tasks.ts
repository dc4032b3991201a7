import * as z from "zod";
import { listTasks, retryTasks } from "#app/models/task/tasks.server.ts";
import { id, wholeNumber } from "#app/operations/inputs.ts";
import { defineOperation } from "#app/operations/operation.ts";
import { notFoundError, refusedError, usageError } from "#app/operations/operation-error.ts";
import { findClubZone, formatLocalTime } from "#app/operations/times.ts";
import { plural, shortId } from "#app/operations/words.ts";

const maxTasks = 10_000;

export const listTasksOperation = defineOperation({
  verb: "list",
  description:
    "Lists the tasks that are under way, oldest first: each is one job for one event, or for all. A task that failed too often is parked.",
  example: "job list --parked",
  concerns: "nobody",
  options: {
    parked: "only tasks that wait for job retry",
    limit: ["<number>", "how many to list, 50 by default"],
  },
  input: z.object({ parked: z.boolean().default(false), limit: wholeNumber(1, maxTasks).default(50) }),
  async run({ db }, { parked, limit }) {
    const data = await listTasks(db, { isParked: parked, limit });
    const zone = await findClubZone(db);
    const rows = data.map((task) => [
      task.job,
      shortId(task.item),
      formatLocalTime(task.createdAt, zone),
      task.attempts,
      task.parkedAt ? "parked" : "under way",
      task.lastError ?? "",
    ]);
    const headings = ["job", "item", `since (${zone})`, "attempts", "state", "last error"];
    const empty = parked ? "No task is parked." : "No task is under way.";
    return { message: { headings, rows, empty }, data };
  },
});

export const retryTasksOperation = defineOperation({
  verb: "retry",
  arguments: "[job] [item]",
  description:
    "Lets the next run of the cron hand out parked tasks again: those of a job, the one of a job and an item, or with --parked all. Of the item, which job list shows, the first characters are enough.",
  example: "job retry makeTables 3f2a91bc",
  concerns: "nobody",
  options: { parked: "all parked tasks" },
  changesData: true,
  input: z.object({ job: id.optional(), item: id.optional(), parked: z.boolean().default(false) }),
  async run({ db }, { job, item = "", parked }) {
    if ((job === undefined) !== parked) throw usageError("Name a job, or use --parked for all parked tasks.");
    const tasks = (await listTasks(db, { isParked: false, limit: maxTasks })).filter(
      (task) => job === undefined || (task.job === job && task.item.startsWith(item)),
    );
    const ids = tasks.filter(({ parkedAt }) => parkedAt).map((task) => task.id);
    if (ids.length === 0 && job === undefined) throw refusedError("There are no parked tasks.");
    if (ids.length === 0) {
      const name = `${job} ${item}`.trim();
      if (tasks.length === 0) throw notFoundError(`There is no task ${name}: see job list.`);
      throw refusedError(`No task ${name} is parked: what is under way is tried again by itself.`);
    }
    return {
      summary: `hand out ${plural(ids.length, "parked task")} again`,
      async apply() {
        const retried = await retryTasks(db, ids);
        const message = `The next run of the cron hands out ${plural(retried, "task")} again.`;
        return { message, data: { retried } };
      },
    };
  },
});
