import { expect, test } from "vitest";
import { mergeSettings } from "#app/cli/club-settings.ts";

test("own keys override and add, and tables are merged key by key", () => {
  const base = { name: "oten", vars: { APP_ENV: "production", SITE_URL: "https://oten.example" } };
  const own = { account_id: "1a", vars: { SITE_URL: "https://club.hu", MAY_MEET_AGAIN: "yes" } };
  expect(mergeSettings(base, own)).toEqual({
    name: "oten",
    account_id: "1a",
    vars: { APP_ENV: "production", SITE_URL: "https://club.hu", MAY_MEET_AGAIN: "yes" },
  });
});

test("a binding that both have keeps what is not overridden, and other bindings stay", () => {
  const base = { d1_databases: [{ binding: "DB", database_id: "0", migrations_dir: "migrations" }] };
  const own = {
    d1_databases: [
      { binding: "OTHER", database_id: "2" },
      { binding: "DB", database_id: "1" },
    ],
  };
  expect(mergeSettings(base, own)).toEqual({
    d1_databases: [
      { binding: "DB", database_id: "1", migrations_dir: "migrations" },
      { binding: "OTHER", database_id: "2" },
    ],
  });
});

test("queue producers are found by their binding, consumers by their queue, rate limits by their name", () => {
  const base = {
    queues: {
      producers: [{ binding: "TASKS", queue: "oten-tasks" }],
      consumers: [{ queue: "oten-tasks", max_retries: 5 }, { queue: "oten-tasks-dead" }],
    },
    ratelimits: [{ name: "SIGN_IN_LIMIT", namespace_id: "1001", simple: { limit: 30, period: 60 } }],
  };
  const own = {
    queues: {
      producers: [{ binding: "TASKS", queue: "club-tasks" }],
      consumers: [{ queue: "oten-tasks", max_retries: 9 }],
    },
    ratelimits: [{ name: "SIGN_IN_LIMIT", simple: { limit: 60 } }],
  };
  expect(mergeSettings(base, own)).toEqual({
    queues: {
      producers: [{ binding: "TASKS", queue: "club-tasks" }],
      consumers: [{ queue: "oten-tasks", max_retries: 9 }, { queue: "oten-tasks-dead" }],
    },
    ratelimits: [{ name: "SIGN_IN_LIMIT", namespace_id: "1001", simple: { limit: 60, period: 60 } }],
  });
});

test("other arrays are replaced", () => {
  const base = { compatibility_flags: ["a"], triggers: { crons: ["* * * * *"] }, rules: [{ type: "Text" }] };
  const own = { compatibility_flags: ["b"], triggers: { crons: [] }, rules: [{ type: "Data" }] };
  expect(mergeSettings(base, own)).toEqual(own);
});

test("neither side is changed", () => {
  const base = { vars: { A: "1" }, r2_buckets: [{ binding: "B", bucket_name: "b" }] };
  const own = { vars: { A: "2" }, r2_buckets: [{ binding: "B", jurisdiction: "eu" }] };
  const before = structuredClone([base, own]);
  mergeSettings(base, own);
  expect([base, own]).toEqual(before);
});
