import type { Mutation } from "./switch-mutations.ts";

/** By the name that a row of docs/promises.md has. */
export const mutations: Record<string, Mutation> = {
  "free until 47 hours": {
    file: "app/models/deposit/settlement.server.ts",
    from: "${eventTimes.closesBeforeMs} then 'canceled-in-time'",
    to: "${eventTimes.closesBeforeMs - 3_600_000} then 'canceled-in-time'",
  },
  "a late cancellation is free": {
    file: "app/models/deposit/settlement.server.ts",
    from: "${eventTimes.closesBeforeMs} then 'canceled-in-time'",
    to: "${0} then 'canceled-in-time'",
  },
};
