import type { JobContext } from "#app/job-context.ts";
import { parkDeadTask, runTask, type TaskMessage } from "#app/jobs/tasks.server.ts";
import type { Random } from "./random.ts";

interface WaitingMessage {
  body: TaskMessage;
  attempts: number;
}

/** As in wrangler.toml. */
const maxAttempts = 6;

/** Plays a bad queue: it loses and repeats messages, delivers in any order, and again what was not acknowledged. */
export function createSeasonQueue(random: Random) {
  const waiting: WaitingMessage[] = [];
  const dead: WaitingMessage[] = [];
  let retryCount = 0;

  const producer = {
    async sendBatch(messages: Iterable<{ body: TaskMessage }>) {
      if (random.happens(0.05)) throw new Error("the queue is away");
      for (const { body } of messages) {
        const copies = random.happens(0.03) ? 0 : random.happens(0.05) ? 2 : 1;
        for (let i = 0; i < copies; i++) waiting.push({ body, attempts: 1 });
      }
    },
    /** The second clock would tick without an end here. */
    send: async (body: TaskMessage, options?: QueueSendOptions) =>
      void (options?.delaySeconds || waiting.push({ body, attempts: 1 })),
  } as unknown as Queue<TaskMessage>;

  async function deliverTo(context: JobContext, { body, attempts }: WaitingMessage): Promise<boolean> {
    let isAcknowledged = false;
    const message = {
      body,
      attempts,
      timestamp: new Date(),
      ack: () => {
        isAcknowledged = true;
      },
      retry: () => {},
    } as unknown as Message<TaskMessage>;
    await runTask(context, message);
    return isAcknowledged;
  }

  /** Delivers until nothing waits; `createContext` may return a context whose Worker dies. */
  async function deliverAll(
    createContext: () => JobContext,
    afterTask: (task: TaskMessage) => Promise<void>,
  ) {
    for (let delivered = 0; waiting.length > 0; delivered++) {
      if (delivered > 1_000_000) throw new Error(`${waiting.length} messages still wait after a million.`);
      const [message] = waiting.splice(random.integerBelow(waiting.length), 1) as [WaitingMessage];
      const times = random.happens(0.1) ? 2 : 1;
      const acknowledged = await Promise.all(
        Array.from({ length: times }, () => deliverTo(createContext(), message)),
      );
      await afterTask(message.body);
      if (acknowledged.every(Boolean)) continue;
      retryCount++;
      (message.attempts < maxAttempts ? waiting : dead).push({ ...message, attempts: message.attempts + 1 });
    }
  }

  async function parkDead(context: JobContext) {
    for (const { body } of dead.splice(0))
      await parkDeadTask(context, { body, ack: () => {} } as unknown as Message<TaskMessage>);
  }

  return { producer, deliverAll, parkDead, countRetries: () => retryCount };
}
