import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { venues } from "#app/db/schema/venue.ts";
import { generalIcebreakers } from "#app/lib/event/icebreakers.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { type DinerAtTable, seatDinner, startIn } from "#tests/support/dinner.ts";

const club = openClub();
const visit = openBrowser();

const options = {
  viewport: { width: 390, height: 844 },
  expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
};

const addressOf = ({ bookingId }: Pick<DinerAtTable, "bookingId">) =>
  `${club.url}/dashboard/bookings/${bookingId}`;

const readKept = (page: Page) =>
  page.evaluate(async () =>
    (await caches.match("/kept"))?.json<{ path: string; html: string; said?: string }>(),
  );

/** The phone's clock can't be moved, so a time in what it keeps becomes one that is long over. */
const changeKept = (page: Page, time: string) =>
  page.evaluate(async (time) => {
    const cache = await caches.open("kept");
    const kept = (await (await cache.match("/kept"))?.text()) ?? "";
    await cache.put("/kept", new Response(kept.replace(new RegExp(time), "0")));
  }, time);

const goOffline = (page: Page) => page.context().setOffline(true);
const goOnline = (page: Page) => page.context().setOffline(false);

/** The phone keeps the page when it is seen for the second time: the worker starts after the first. */
const visitAndKeep = (diner: DinerAtTable, journey: (page: Page) => Promise<void>) =>
  visit(options, async (page) => {
    await addCookies(page, diner.cookie, club.url);
    await page.goto(addressOf(diner));
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await expect.poll(async () => (await readKept(page))?.path).toBe(new URL(addressOf(diner)).pathname);
    await journey(page);
  });

async function signOut(page: Page) {
  await page.evaluate(() =>
    document.body.insertAdjacentHTML("beforeend", '<form method="post" action="/logout"></form>'),
  );
  await page.evaluate(() => document.querySelector<HTMLFormElement>("form[action='/logout']")?.submit());
  await expect.poll(() => readKept(page).catch(() => "")).toBeUndefined();
}

const expectOfflinePage = (page: Page) => page.getByRole("heading", { name: "You’re offline" }).waitFor();

test("at the door without a signal the phone shows the table, and says later that its owner is here", async () => {
  const { anna, bea } = await seatDinner(club, 20);
  await club.db.update(venues).set({ onFoot: "Leave the metro towards Fő utca; Ring twice" });
  await visitAndKeep(anna, async (page) => {
    expect(await page.getByText("No signal").isVisible()).toBe(false);
    await goOffline(page);
    await page.goto(`${club.url}/dashboard?next`);
    await page.getByText("No signal. This is what your phone kept.").waitFor();
    const main = await page.locator("main").innerText();
    for (const words of ["Ask for the", "Bea", "Ring twice", "Call"]) expect(main).toContain(words);
    expect(generalIcebreakers.filter((question) => main.includes(question)).length).toBeGreaterThan(1);
    await page.getByRole("button", { name: "I’m here" }).click();
    await page.getByText("What you said is kept.").waitFor();

    await page.goto(`${club.url}/events`);
    await expectOfflinePage(page);
    await goOnline(page);
    await page.getByText("Select an Event").waitFor();
    await page.goto(addressOf(anna));
    await page.getByText("You made it.").waitFor();
  });
  await visit(options, async (page) => {
    await addCookies(page, bea.cookie, club.url);
    await page.goto(addressOf(bea));
    await page.getByRole("list", { name: "Your table" }).getByText("here", { exact: true }).waitFor();
  });
});

test("the evening before, the kept page has a button for the door, says from when it works, and looks again by itself", async () => {
  const { anna, eventId } = await seatDinner(club, 26 * 60);
  await visitAndKeep(anna, async (page) => {
    await goOffline(page);
    await page.reload();
    await page.getByRole("button", { name: "I’m here" }).click();
    await page.getByText("You can say that you’re here from").waitFor();
    expect(await page.getByText("What you said is kept.").isVisible()).toBe(false);
    await startIn(club, eventId, 10);
    await changeKept(page, '(?<=data-here-from=.")\\d+');
    await page.getByRole("button", { name: "I’m here" }).click();
    await page.getByText("What you said is kept.").waitFor();
    await goOnline(page);
    await page.getByText("You made it.").waitFor();
  });
});

const sayHereOffline = async (page: Page) => {
  await goOffline(page);
  await page.reload();
  await page.getByRole("button", { name: "I’m here" }).click();
  await page.getByText("What you said is kept.").waitFor();
};

function workerOf(page: Page) {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("The page has no service worker.");
  return worker;
}

/** The phone's own sendings get this status, or are lost on the way with 0, until `stop` is called. */
async function failSendings(page: Page, status: number) {
  const sendings = await workerOf(page).evaluateHandle((status) => {
    const send = globalThis.fetch;
    const sendings = { send, count: 0 };
    globalThis.fetch = (request, init) => {
      if (init?.method !== "POST") return send(request, init);
      sendings.count++;
      return status ? Promise.resolve(new Response("", { status })) : Promise.reject(new Error("lost"));
    };
    return sendings;
  }, status);
  return {
    count: () => sendings.evaluate(({ count }) => count),
    stop: () =>
      sendings.evaluate(({ send }) => {
        globalThis.fetch = send;
      }),
  };
}

test.each([0, 429, 503])(
  "what is said without a signal is sent again if a sending gets %d, and the page shows it until then",
  async (status) => {
    const { anna } = await seatDinner(club, 20);
    await visitAndKeep(anna, async (page) => {
      await sayHereOffline(page);
      const failing = await failSendings(page, status);
      const pages: string[] = [];
      page.on("domcontentloaded", async () => pages.push(await page.locator("main").innerText()));
      await goOnline(page);
      await expect.poll(() => pages.length).toBe(1);
      expect(pages[0]).toContain("What you said is kept.");
      await failing.stop();
      // The page looks again by itself, which takes seconds: one case waits for that.
      if (status) await page.reload();
      await page.getByText("You made it.").waitFor({ timeout: 60_000 });
    });
  },
);

test("while something is still to be sent, the phone shows the page to no other account, and to nobody whose session has ended", async () => {
  const { anna, bea } = await seatDinner(club, 20);
  for (const cookie of [bea.cookie, ""])
    await visitAndKeep(anna, async (page) => {
      await sayHereOffline(page);
      await page.goto("about:blank");
      const { count } = await failSendings(page, 0);
      await page.context().clearCookies();
      if (cookie) await addCookies(page, cookie, club.url);
      await goOnline(page);
      await page.goto(addressOf(anna));
      expect(await page.content()).not.toContain("What you said is kept.");
      await expect.poll(async () => (await readKept(page))?.html || undefined).toBeUndefined();
      expect((await readKept(page))?.said).toBe(cookie ? undefined : "say=here");
      expect(await count()).toBe(0);
    });
});

test("what is said without a signal waits for its owner to sign in, if the session has ended, and the page says so", async () => {
  const { anna } = await seatDinner(club, 20);
  await visitAndKeep(anna, async (page) => {
    await sayHereOffline(page);
    await page.context().clearCookies();
    await goOnline(page);
    await page.getByText("Sign in, and your phone sends what you said.").waitFor();
    await addCookies(page, anna.cookie, club.url);
    await page.goto(addressOf(anna));
    await page.getByText("You made it.").waitFor();
    await expect.poll(async () => (await readKept(page))?.said).toBeUndefined();
  });
});

test("the phone forgets the page when its owner signs out, also without a signal", async () => {
  const { anna, bea } = await seatDinner(club, 20);
  for (const isOnline of [true, false])
    await visitAndKeep(isOnline ? anna : bea, async (page) => {
      if (!isOnline) await goOffline(page);
      await signOut(page);
      await goOffline(page);
      await page.goto(addressOf(isOnline ? anna : bea));
      await expectOfflinePage(page);
      expect(await page.content()).not.toContain("Anna");
    });
});

test("signing out while something is being sent leaves nothing on the phone", async () => {
  const { anna } = await seatDinner(club, 20);
  await visitAndKeep(anna, async (page) => {
    await page.evaluate(async () => {
      const cache = await caches.open("kept");
      const kept = await (await cache.match("/kept"))?.json<object>();
      await cache.put("/kept", Response.json({ ...kept, said: "say=here" }));
    });
    const sending = await workerOf(page).evaluateHandle(() => {
      const send = globalThis.fetch;
      const begins = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<Response>();
      globalThis.fetch = (request, init) => {
        if (init?.method !== "POST") return send(request, init);
        begins.resolve();
        return answer.promise;
      };
      const ends = new Promise((resolve) =>
        dispatchEvent(Object.assign(new Event("sync"), { waitUntil: resolve })),
      );
      return { begins: begins.promise, answer: () => answer.resolve(new Response()), ends };
    });
    await sending.evaluate(({ begins }) => begins);
    await signOut(page);
    await sending.evaluate(({ answer, ends }) => {
      answer();
      return ends;
    });
    expect(await readKept(page)).toBeUndefined();
  });
});

test("the phone shows the page to no other account, and to nobody whose session has ended", async () => {
  const { anna, bea } = await seatDinner(club, 20);
  for (const cookie of [bea.cookie, ""])
    await visitAndKeep(anna, async (page) => {
      await page.context().clearCookies();
      if (cookie) await addCookies(page, cookie, club.url);
      await page.goto(`${club.url}/dashboard/settings`);
      await expect.poll(() => readKept(page)).toBeUndefined();
      await goOffline(page);
      await page.goto(addressOf(anna));
      await expectOfflinePage(page);
    });
});

test("the phone forgets a booking that was canceled, and a dinner of the day before yesterday", async () => {
  const { anna, bea } = await seatDinner(club, 300);
  await visitAndKeep(anna, async (page) => {
    await club.db.update(bookings).set({ canceled: true }).where(eq(bookings.id, anna.bookingId));
    await page.reload();
    await expect.poll(() => readKept(page)).toBeUndefined();
  });
  await visitAndKeep(bea, async (page) => {
    await changeKept(page, '(?<="until":)\\d+');
    await goOffline(page);
    await page.goto(addressOf(bea));
    await expectOfflinePage(page);
    expect(await readKept(page)).toBeUndefined();
  });
});
