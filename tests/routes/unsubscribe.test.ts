import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles, users } from "#app/db/schema/account.ts";
import { unsubscribeLink } from "#app/emails/links.server.ts";
import { openClub } from "#tests/support/club.ts";
import { book, createEvent, signUpDiner } from "#tests/support/events.ts";
import { findButtons, parsePage, readHeading } from "#tests/support/html.ts";

const club = openClub();
const env = { SESSION_SECRET: "for-tests-only-for-tests-only-32", SITE_URL: "" } as Env;

const wantsReminders = async (email: string) => {
  const [row] = await club.db
    .select({ wantsReminders: profiles.wantsReminders })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(users.email, email));
  return row?.wantsReminders;
};

async function signUpAndBook() {
  const diner = await signUpDiner(club);
  return { ...diner, booking: await book(diner, await createEvent(club)) };
}

/** As an email program sends it (RFC 8058), without a browser or from its own site. */
const sendOneClick = (path: string, headers = {}) =>
  club.fetchBare(path, {
    method: "POST",
    headers,
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });

const sendOneClickFromWebmail = (path: string) =>
  sendOneClick(path, { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" });

test("turns reminders off with the button or one click, not when the link is opened", async () => {
  const postButton = (path: string) => club.fetch(path, { method: "POST" });
  for (const unsubscribe of [postButton, sendOneClick, sendOneClickFromWebmail]) {
    const { email, booking } = await signUpAndBook();
    const link = unsubscribeLink(env, booking);
    expect(link).not.toContain(encodeURIComponent(email));
    const shown = await club.fetch(link);
    expect(readHeading(await parsePage(shown))).toBe("Stop these emails?");
    expect(await wantsReminders(email)).toBe(true);
    const response = await unsubscribe(link);
    expect(response.status).toBe(200);
    expect(readHeading(await parsePage(response))).toBe("You won’t get these emails anymore");
    expect(await wantsReminders(email)).toBe(false);
    expect((await unsubscribe(link)).status).toBe(200);
  }
});

test("takes the stop back with one tap", async () => {
  const { email, booking } = await signUpAndBook();
  const link = unsubscribeLink(env, booking);
  const stopped = await parsePage(await club.fetch(link, { method: "POST" }));
  const undo = findButtons(stopped, "Undo")[0]?.closest("form")?.getAttribute("action");
  const back = await club.fetch(`/unsubscribe${undo}`, { method: "POST" });
  expect(readHeading(await parsePage(back))).toBe("These emails stay on");
  expect(await wantsReminders(email)).toBe(true);
});

test("refuses a link that is altered, cut off or for another email", async () => {
  const [mine, other] = [await signUpAndBook(), await signUpAndBook()];
  const link = unsubscribeLink(env, mine.booking);
  const forged = [
    link.replace(mine.booking, other.booking),
    link.slice(0, -1),
    link.replace(/key=.*/, "key="),
    "/unsubscribe",
    unsubscribeLink({ ...env, SESSION_SECRET: "another" }, mine.email),
  ];
  for (const path of forged) {
    expect((await club.fetch(path)).status, path).toBe(400);
    expect((await sendOneClick(path)).status, path).toBe(400);
  }
  expect([await wantsReminders(mine.email), await wantsReminders(other.email)]).toEqual([true, true]);
});
