import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mapStacks } from "#app/cli/map-stacks.ts";
import { node, root } from "#app/cli/project.mjs";
import { openClub } from "#tests/support/club.ts";

const club = openClub();

test("a stack of the minified Worker names files and lines of the project", async () => {
  await club.binding.exec("ALTER TABLE events RENAME TO lost_events");
  expect((await club.fetch("/events")).status).toBe(500);
  const logged = (await club.takeLoggedErrors()).join("\n");
  expect(logged).toContain('"event":"request failed"');
  expect(logged).toContain("entry.worker.js:");

  const mapped = mapStacks(logged);
  expect(mapped).not.toContain("entry.worker.js:");
  const file = "app/routes/events/load-events.server.ts";
  const line = Number(new RegExp(`at async [\\w$]+ \\(${file}:(\\d+):\\d+\\)`).exec(mapped)?.[1]);
  expect(readFileSync(join(root, file), "utf8").split("\n")[line - 1]).toContain("await Promise.all");

  const printed = spawnSync(node, ["app/cli/print-stacks.ts"], {
    cwd: root,
    input: `${logged}\n\u001b[2Jcleared\u202e`,
    encoding: "utf8",
  });
  expect(printed.stdout.trim(), "what a terminal would obey is escaped").toBe(
    `${mapped.trim()}\n\\u001b[2Jcleared\\u202e`,
  );
});
