import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { clubMessages } from "#app/db/schema/message.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvening } from "#tests/support/evenings.ts";
import { addTestVenues } from "#tests/support/events.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: { DESK_TOKEN: "a-token-for-tests", DESK_OPERATOR: "Anna" } });
const ops = connectOps(club);
const visit = openBrowser();

for (const javaScriptEnabled of [true, false])
  test(`Back, reload and a second tab do no harm after a plan and after a result, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
    const { eventId, guests } = await createEvening(club, [[5]]);
    const text = `A secret surprise for you, ${crypto.randomUUID()}`;
    const countSent = () => club.db.$count(clubMessages, eq(clubMessages.text, text));
    await visit({ javaScriptEnabled }, async (page) => {
      const main = page.locator("main");
      const addresses: string[] = [];
      page.on("framenavigated", (frame) => addresses.push(frame.url()));
      await page.goto(`${club.url}/desk?token=a-token-for-tests`);
      await page.goto(`${club.url}/desk/do/message/send?event=${eventId}&table=1`);
      await page.getByLabel("Subject").fill("Hello");
      await page.getByLabel("Text").fill(text);
      await page.getByRole("button", { name: "Plan" }).click();
      await page.getByText("This will email").waitFor();
      await page.reload();
      expect(await main.innerText()).toContain("This will email");
      // A plan that nobody carries out is left, and what was typed is still there.
      await page.getByRole("link", { name: "Not now" }).click();
      expect(await page.getByLabel("Text").inputValue()).toBe(text);
      await page.goBack();
      expect(await main.innerText()).toContain("This will email");
      const tab = await page.context().newPage();
      await tab.goto(page.url());
      for (const each of [page, tab]) {
        await each.getByRole("button", { name: "Send a message" }).click();
        await each.getByText(/^(Done|This was done before)\.$/).waitFor();
      }
      expect(await countSent()).toBe(1);
      expect(await main.innerText()).not.toContain("done before");
      expect(await tab.locator("main").innerText()).toContain("done before");
      await page.reload();
      expect(await main.innerText()).toContain("Done.");
      await page.goto(`${club.url}/desk/people/${guests[0]?.userId}`);
      for (let i = 0; i < 4; i++) {
        await page.goBack();
        expect(await page.locator("h1").count(), page.url()).toBe(1);
      }
      for (let i = 0; i < 4; i++) await page.goForward();
      expect(await countSent()).toBe(1);
      expect(addresses.map(decodeURIComponent).join("\n")).not.toContain("secret");
    });
    const rows = await club.db.all<Record<string, unknown>>("SELECT * FROM desk_forms");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain("secret");
  });

test("what was refused stays typed when the page is loaded again, and a form sent from two tabs goes once", async () => {
  const { eventId } = await createEvening(club, [[5]]);
  const text = `Come early, ${crypto.randomUUID()}`;
  await visit({}, async (page) => {
    await page.goto(`${club.url}/desk?token=a-token-for-tests`);
    await page.goto(`${club.url}/desk/do/message/send?event=${eventId}&table=1`);
    await page.getByLabel("Subject").fill("Hello {nobody}");
    await page.getByLabel("Text").fill(text);
    await page.getByRole("button", { name: "Plan" }).click();
    await page.getByText("{nobody} is nothing that we can fill in").waitFor();
    await page.reload();
    expect(await page.getByLabel("Text").inputValue()).toBe(text);
    await page.getByLabel("Subject").fill("Hello");
    // What the same drawn form sends a second time is the same plan.
    const form = await page
      .locator("main form")
      .first()
      .evaluate((element) => {
        const data = new FormData(element as HTMLFormElement);
        return [...data].map(([name, value]) => [name, String(value)] as [string, string]);
      });
    const tab = await page.context().newPage();
    await tab.goto(`${club.url}/desk`);
    const plans = [];
    for (const each of [page, tab]) {
      await each.setContent(
        `<form method="post" action="${club.url}/desk/do/message/send">${form.map(([name, value]) => `<textarea name="${name}">${value}</textarea>`).join("")}<button>Go</button></form>`,
      );
      await each.getByRole("button", { name: "Go" }).click();
      await each.getByText("This will email").waitFor();
      plans.push(each);
    }
    for (const each of plans) {
      await each.getByRole("button", { name: "Send a message" }).click();
      await each.getByText(/^(Done|This was done before)\.$/).waitFor();
    }
    expect(await club.db.$count(clubMessages, eq(clubMessages.text, text))).toBe(1);
  });
});

test("what can be done with each weekly event is on the screen of a phone", async () => {
  await addTestVenues(club, ["kakukk"]);
  const [when, where] = [
    ["--on", "friday", "--at", "19:00"],
    ["--venue", "kakukk=2"],
  ];
  await ops.json("schedule", "add", "--city", "budapest", ...when, ...where, "--yes");
  await visit({ viewport: { width: 390, height: 844 } }, async (page) => {
    await page.goto(`${club.url}/desk?token=a-token-for-tests`);
    await page.goto(`${club.url}/desk/do/schedule/list`);
    for (const name of ["Edit", "Skip", "Pause", "Resume", "End"]) {
      const box = await page.getByRole("link", { name, exact: true }).first().boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 390, name).toBe(true);
    }
  });
});
