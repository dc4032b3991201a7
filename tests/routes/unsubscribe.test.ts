import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles, users } from "#app/db/schema.ts";
import { unsubscribeLink } from "#app/emails/unsubscribe-link.server.ts";
import { openClub } from "#tests/support/club.ts";
import { newDiner } from "#tests/support/events.ts";

const club = openClub();
const env = { SESSION_SECRET: "for-tests-only-for-tests-only-32", SITE_URL: "" } as Env;

const wants = async (email: string) => {
  const [row] = await club.db
    .select({ wants: profiles.wantsReminders })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(users.email, email));
  return row?.wants;
};

/** As a mail program does it: a server's request, with no browser behind it. */
const oneClick = (path: string) =>
  fetch(club.url + path, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });

test("the link shows first and stops nothing; pressed, by a person or a program, reminders end", async () => {
  for (const press of [(path: string) => club.fetch(path, { method: "POST" }), oneClick]) {
    const { email } = await newDiner(club);
    const link = unsubscribeLink(env, email);
    const shown = await club.fetch(link);
    expect(await shown.text()).toContain("Stop reminders?");
    expect(await wants(email)).toBe(true);
    const answer = await press(link);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("No more reminders");
    expect(await wants(email)).toBe(false);
    expect((await press(link)).status).toBe(200);
  }
});

test("a link that was altered, cut or made for another address does nothing", async () => {
  const [mine, other] = [await newDiner(club), await newDiner(club)];
  const link = unsubscribeLink(env, mine.email);
  const bent = [
    link.replace(encodeURIComponent(mine.email), encodeURIComponent(other.email)),
    link.slice(0, -1),
    link.replace(/key=.*/, "key="),
    "/unsubscribe",
    unsubscribeLink({ ...env, SESSION_SECRET: "another" }, mine.email),
  ];
  for (const path of bent) {
    expect((await club.fetch(path)).status, path).toBe(400);
    expect((await oneClick(path)).status, path).toBe(400);
  }
  expect([await wants(mine.email), await wants(other.email)]).toEqual([true, true]);
});
