import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "#app/db/schema.ts";
import { cookiesOf, mailsTo, register } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { book, newDiner, openDinner, seatsTaken } from "#tests/support/events.ts";

const club = openClub();

const checked = (html: string) =>
  /value="([^"]+)"/.exec(/<input[^>]*checked=""[^>]*>/.exec(html)?.[0] ?? "")?.[1];

test("without a dinner there is none to choose, and it says so", async () => {
  const html = await (await club.fetch("/events")).text();
  expect(html).toContain("Select an Event");
  expect(html).toContain("We found 0 upcoming events for you to choose from:");
});

test("dinners stand soonest first, the first that can be booked is chosen, the others say why not", async () => {
  const later = await openDinner(club, { inHours: 300 });
  const soldOut = await openDinner(club, { inHours: 100, available: false });
  const first = await openDinner(club, { inHours: 200, diets: [1, 2] });
  await openDinner(club, { inHours: -2 });
  const html = await (await club.fetch("/events")).text();
  expect(html.replace(/<!-- -->/g, "")).toContain("We found 3 upcoming events for you to choose from:");
  expect([...html.matchAll(/value="(dinner-\d+)"/g)].map(([, id]) => id)).toEqual([soldOut, first, later]);
  expect(checked(html)).toBe(first);
  expect(html).toMatch(new RegExp(`disabled=""[^>]*value="${soldOut}"|value="${soldOut}"[^>]*disabled=""`));
  expect(html.match(/Sold Out</g)).toHaveLength(1);
  expect(html.replace(/<!-- -->/g, "")).toContain("The kitchen also cooks: Vegetarian · Vegan");
});

test("a dinner that is called off is not offered", async () => {
  const diner = await newDiner(club);
  const dinner = await openDinner(club);
  expect(await (await diner.get("/events")).text()).toContain(`value="${dinner}"`);
  await club.db.update(events).set({ canceledAt: new Date() }).where(eq(events.id, dinner));
  expect(await (await diner.get("/events")).text()).not.toContain(`value="${dinner}"`);
});

test("nothing chosen is refused in a sentence, and books nothing", async () => {
  const diner = await newDiner(club);
  for (const fields of [{}, { event: "" }]) {
    const refused = await diner.post("/events", fields as Record<string, string>);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Please select a date to continue");
  }
});

test("a chair is booked once, however often the form is sent, and thanked for", async () => {
  const diner = await newDiner(club);
  const dinner = await openDinner(club);
  const sent = await Promise.all(Array.from({ length: 10 }, () => diner.post("/events", { event: dinner })));
  const [where, ...others] = new Set(sent.map((answer) => answer.headers.get("Location")));
  expect(others).toEqual([]);
  expect(await seatsTaken(club, dinner)).toBe(1);
  const thanks = await (await diner.get(where ?? "")).text();
  expect(thanks).toContain("Thank you for booking!");
  expect(thanks).toContain("We will send you a reminder before the appointment.");
  expect(thanks).toContain("Go to Dashboard");
  await expect.poll(async () => (await mailsTo(club, diner.email))[0]?.sentAt).not.toBeNull();
  const mails = (await mailsTo(club, diner.email)).filter(
    ({ subject }) => subject === "We have your booking",
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("/calendar.ics");
});

test.each([
  ["sold out", { capacity: 1 }, "this dinner is sold out."],
  ["closed", { inHours: 40 }, "booking for this dinner has ended."],
  ["over", { inHours: -1 }, "this dinner is over."],
])("a dinner that is %s says so", async (_, options, reason) => {
  const dinner = await openDinner(club, options);
  await book(await newDiner(club), dinner);
  const refused = await (await newDiner(club)).post("/events", { event: dinner });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain(`Error creating appointment: ${reason}`);
});

test.each(["nonsense", "' OR 1=1 --", "a".repeat(10_000), "\u0000"])(
  "a dinner called %j is not on the list",
  async (event) => {
    const refused = await (await newDiner(club)).post("/events", { event });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(
      "Error creating appointment: this dinner is not on our list any more.",
    );
  },
);

test("the chosen dinner survives signing up and the quiz", async () => {
  await openDinner(club, { inHours: 60 });
  const dinner = await openDinner(club, { inHours: 400 });
  const stranger = await club.fetch("/events", {
    method: "POST",
    body: new URLSearchParams({ event: dinner }),
  });
  expect(stranger.headers.get("Location")).toBe("/register?next=/events");
  const kept = cookiesOf(stranger);
  const diner = await newDiner(club, { quizDone: false });
  expect((await diner.post("/events", { event: dinner })).headers.get("Location")).toBe("/quiz");
  const back = await club.fetch("/events", { headers: { Cookie: `${diner.cookie}; ${kept}` } });
  expect(checked(await back.text())).toBe(dinner);
});

test("it survives a mail that is opened in another browser", async () => {
  const dinner = await openDinner(club, { inHours: 500 });
  const email = "elsewhere@oten.example";
  await register(club, email, {}, { Cookie: `dinner=${dinner}` });
  const link = /\/auth\/confirm\?\S+/.exec((await mailsTo(club, email))[0]?.text ?? "")?.[0] ?? "";
  const opened = await club.fetch(link);
  expect(cookiesOf(opened)).toContain(`dinner=${dinner}`);
});

test("a dinner where the diner has a chair says so, and another is chosen", async () => {
  const diner = await newDiner(club);
  const first = await openDinner(club, { inHours: 52 });
  expect(checked(await (await diner.get("/events")).text())).toBe(first);
  await book(diner, first);
  const html = await (await diner.get("/events")).text();
  expect(html).toContain("You have a chair at this dinner.");
  expect(checked(html)).not.toBe(first);
});

test("a dinner asked for that can't be booked any more says so", async () => {
  const gone = await openDinner(club, { inHours: 30 });
  const html = await (await club.fetch(`/events?event=${gone}`)).text();
  expect(html).toContain("The dinner you asked for can’t be booked any more.");
});

test("a kitchen that can't cook for a diner says so before they book", async () => {
  const diner = await newDiner(club);
  await diner.post("/quiz", { question: "11", answer: "2" });
  await openDinner(club, { inHours: 90, diets: [1] });
  const html = await (await diner.get("/events")).text();
  expect(html.replace(/<!-- -->/g, "")).toContain("It can’t cook what you keep to: Vegan.");
});

test("a database that can't write loses the booking, says so and logs it", async () => {
  const diner = await newDiner(club);
  const dinner = await openDinner(club);
  await club.binding.exec(
    "CREATE TRIGGER broken BEFORE INSERT ON bookings BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  const failed = await diner.post("/events", { event: dinner });
  expect(failed.status).toBe(503);
  expect(await failed.text()).toContain(
    "Error creating appointment: the booking could not be saved. Please try again.",
  );
  await club.binding.exec("DROP TRIGGER broken");
  expect(club.takeFaults()).toHaveLength(1);
  expect(await book(diner, dinner)).not.toBe("");
});
