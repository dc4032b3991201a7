import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events, schedules } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { toNameKey } from "#app/lib/account/name-key.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { formatLocalTime } from "#app/operations/words.ts";
import { openClub } from "#tests/support/club.ts";
import {
  deskVars,
  type OperatorName,
  openAnswer,
  playAccess,
  postOperation,
  readPlan,
} from "#tests/support/desk.ts";
import { createEvening } from "#tests/support/evenings.ts";
import {
  addTestVenues,
  bookForDiners,
  createCity,
  createEvent,
  insertDiners,
  newVenue,
  venueOf,
} from "#tests/support/events.ts";
import { type Page, parsePage } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: deskVars });
const access = playAccess();
const ops = connectOps(club);

async function open(path: string, name: OperatorName = "anna") {
  const response = await club.fetch(path, { headers: await access.headersOf(name) });
  const page = await parsePage(response);
  return { status: response.status, page, main: page.querySelector("main") as Page };
}

const mainOf = (page: Page) => page.querySelector("main")?.textContent.replaceAll(/\s+/g, " ") ?? "";

const post = async (command: string, fields: Record<string, string>, name: OperatorName = "anna") =>
  postOperation(club, await access.headersOf(name), command, fields);

/** What a browser would send of the page's form if nothing is touched. */
function readForm(page: Page): URLSearchParams {
  const form = new URLSearchParams();
  for (const field of page.querySelectorAll("main form input, main form textarea, main form select")) {
    const name = field.getAttribute("name");
    const isOff = field.getAttribute("type") === "checkbox" && !field.hasAttribute("checked");
    if (!name || isOff) continue;
    const chosen = field.querySelector("option[selected]") ?? field.querySelector("option");
    form.append(
      name,
      (field.tagName === "SELECT" ? chosen?.getAttribute("value") : field.getAttribute("value")) ??
        field.textContent,
    );
  }
  return form;
}

const send = async (command: string, form: URLSearchParams) => {
  const headers = await access.headersOf("anna");
  const response = await club.fetch(`/desk/do/${command.replace(" ", "/")}`, {
    method: "POST",
    headers,
    body: form,
  });
  return openAnswer(club, headers, response);
};

const typeOf = (main: Page, name: string) =>
  main.querySelector(`form [name="${name}"]`)?.getAttribute("type");
const optionsOf = (main: Page, name: string) =>
  main.querySelectorAll(`select[name="${name}"] option`).map((option) => option.textContent);

test("days and hours are picked, and cities, restaurants, diets, countries and currencies are chosen from what there is", async () => {
  await createEvent(club);
  await addTestVenues(club, ["kakukk"]);
  const add = (await open("/desk/do/event/add")).main;
  expect([typeOf(add, "at"), typeOf(add, "closes")]).toEqual(["datetime-local", "datetime-local"]);
  expect(optionsOf(add, "venue").join()).toContain("kakukk");
  const schedule = (await open("/desk/do/schedule/add")).main;
  expect([typeOf(schedule, "at"), typeOf(schedule, "first")]).toEqual(["time", "date"]);
  expect(optionsOf(schedule, "on")).toContain("Friday");
  const venue = (await open("/desk/do/venue/add?city=budapest")).main;
  expect(venue.querySelectorAll("input[type=checkbox][name=diets]").length).toBeGreaterThan(3);
  const city = (await open("/desk/do/city/add")).main;
  expect(city.querySelector("datalist#list-country")?.innerHTML).toContain("Hungary");
  for (const main of [add, schedule, venue, city])
    expect(main.textContent).not.toMatch(/--\w|such as 20|=4|city list/);
});

test("a form that is edited has today's values, and what is not changed is no change", async () => {
  await addTestVenues(club, ["lipa"]);
  await club.db
    .update(venues)
    .set({ diets: [1, 2] })
    .where(eq(venues.id, "lipa"));
  const { page } = await open("/desk/do/venue/edit?venue=lipa");
  const form = readForm(page);
  expect(form.get("name")).toBe("lipa");
  expect(form.getAll("diets").length).toBeGreaterThan(0);
  const unchanged = await send("venue edit", form);
  expect(mainOf(unchanged.page)).toContain("Nothing to change");
  expect(mainOf(unchanged.page)).not.toContain("--help");
  form.set("address", "Ráday utca 31");
  form.delete("diets");
  form.append("diets", "");
  // Somebody else changed the number of tables meanwhile: it stays.
  await club.db.update(venues).set({ tables: 9 }).where(eq(venues.id, "lipa"));
  const planned = await send("venue edit", form);
  expect(mainOf(planned.page)).toContain("This will change the address, diets of lipa");
  expect(mainOf(planned.page)).not.toContain("It can’t be undone");
  await post("venue edit", readPlan(planned.page));
  const [edited] = await club.db.select().from(venues).where(eq(venues.id, "lipa"));
  expect(edited).toMatchObject({ address: "Ráday utca 31", diets: [], tables: 9 });
  for (const path of ["city/edit?city=budapest", `event/edit?event=${await createEvent(club)}`]) {
    const sent = await send(
      path.split("?")[0]?.replace("/", " ") ?? "",
      readForm((await open(`/desk/do/${path}`)).page),
    );
    expect([path, mainOf(sent.page)]).toEqual([path, expect.stringContaining("Nothing to change")]);
  }
});

test("of a hundred restaurants one is chosen, and of a thousand found by typing, also by an operator of one city", async () => {
  await createCity(club, { id: "large", slug: "large", name: "Large" });
  const add = (from: number, to: number) =>
    club.db.batch(
      Array.from({ length: to - from }, (_, i) =>
        club.db
          .insert(venues)
          .values({ ...newVenue(`large-${from + i}`), name: `Ház ${from + i}`, cityId: "large" }),
      ) as never,
    );
  await add(0, 99);
  expect(optionsOf((await open("/desk/do/event/add?city=large")).main, "venue").length).toBeGreaterThan(99);
  await add(99, 1_000);
  const { page, main } = await open("/desk/do/event/add?city=large");
  const listed = main
    .querySelectorAll("datalist#list-venue option")
    .map((each) => each.getAttribute("value") ?? "");
  expect(listed).toHaveLength(1_000);
  const form = readForm(page);
  const at = formatLocalTime(new Date(Date.now() + 20 * dayMs), "Europe/Budapest").replace(" ", "T");
  form.set("at", at);
  form.delete("venue");
  form.append("venue", listed.find((each) => each.startsWith("Ház 777,")) ?? "");
  form.append("tables-venue", "2");
  const planned = await send("event add", form);
  expect(mainOf(planned.page)).toMatch(/add an event on \w+day, .* at Ház 777 with \d+ tables?/);
  const theirs = (await open("/desk/do/venue/edit", "cili")).main;
  expect(theirs.textContent).not.toContain("Ház");
  const foreign = await open("/desk/do/venue/edit?venue=large-5", "cili");
  expect(foreign.main.textContent).toContain("not one of your cities");
  expect(foreign.main.textContent).not.toContain("Ház 5");
});

test("a person is named as people name them, and chosen where several have the name", async () => {
  const ids = await insertDiners(club, 3);
  for (const [i, firstName] of ["Réka", "Réka", "Zsombor"].entries()) {
    const lastName = ["Tóth", "Molnár", "Varga"][i] ?? "";
    const change = { firstName, lastName, nameKey: toNameKey({ firstName, lastName }) };
    await club.db
      .update(users)
      .set(change)
      .where(eq(users.id, ids[i] ?? ""));
  }
  const several = await post("user block", { user: "reka", reason: "Tests" });
  expect([several.status, mainOf(several.page)]).toEqual([
    400,
    expect.stringContaining("2 people are like “reka”"),
  ]);
  expect(optionsOf(several.page.querySelector("main") as Page, "user").join()).toContain("Réka Molnár");
  const one = await post("user block", { user: "zsombor varga", reason: "Tests" });
  expect(mainOf(one.page)).toContain("This will block");
  expect(mainOf(one.page)).not.toContain("It can’t be undone");
});

test("plans name days and rhythms instead of ids and commands, and titles say what the page is about", async () => {
  const eventId = await createEvent(club);
  const [event] = await club.db.select().from(events).where(eq(events.id, eventId));
  const { page } = await open(`/desk/do/event/cancel?event=${eventId}`);
  expect(page.querySelector("title")?.textContent).toMatch(/^Cancel an event: \w+day, .*Budapest · Öten$/);
  const planned = await post("event cancel", { event: eventId });
  const day = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "Europe/Budapest" }).format(
    event?.date,
  );
  expect(mainOf(planned.page)).toContain(`This will cancel ${day}, `);
  expect(mainOf(planned.page)).not.toMatch(/\d{4}-\d\d-\d\d/);
  expect((await open(`/desk/evenings/${eventId}`)).page.querySelector("title")?.textContent).toMatch(
    /^\w+day, /,
  );
  await addTestVenues(club, ["weekly"]);
  await ops.run(
    "schedule",
    "add",
    "--city",
    "budapest",
    "--on",
    "friday",
    "--at",
    "19:00",
    "--venue",
    "weekly=2",
  );
  const [added] = await club.db.select().from(schedules);
  const end = await post("schedule end", { schedule: added?.id ?? "" });
  expect(mainOf(end.page)).toContain("end the schedule of Fridays 7:00 PM in");
  const list = await open("/desk/do/schedule/list");
  expect(list.main.textContent).not.toContain(added?.id.slice(0, 8));
  expect(list.main.querySelectorAll("a").map((link) => link.getAttribute("href"))).toContain(
    `/desk/do/schedule/pause?schedule=${added?.id.slice(0, 8)}`,
  );
  const listed = (await open(`/desk/do/booking/list?event=${eventId}`)).main.innerHTML;
  expect(listed).not.toContain("/desk/do/booking/add?user=");
  // Its rhythm is edited like the rest.
  const { page: edit } = await open(`/desk/do/schedule/edit?schedule=${added?.id}`);
  const form = readForm(edit);
  form.set("every", "2");
  const everyOther = await send("schedule edit", form);
  expect(mainOf(everyOther.page)).toContain("Fridays, every 2 weeks from");
  await post("schedule edit", readPlan(everyOther.page));
  expect((await club.db.select().from(schedules))[0]).toMatchObject({ every: 2, firstAt: expect.any(Date) });
});

test("the plan of a new restaurant says all that will be stored, and is forgiving", async () => {
  const planned = await post("venue add", {
    city: "budapest",
    name: "Kis Kakukk",
    address: "Ráday utca 31",
    tables: "4",
    price: "2",
    diets: "Vegetarian\nNo pork",
  });
  const text = mainOf(planned.page);
  for (const said of ["Ráday utca 31", "4, 20 seats", "2 of 4", "Step-free accessno", "Vegetarian, No pork"])
    expect(text).toContain(said);
  expect(text).not.toContain("It can’t be undone");
});

test("what somebody wrote is previewed to the letter", async () => {
  const { eventId } = await createEvening(club, [[5]]);
  const text = "Booking --event 2026-12-04 19:00 at event cancel.";
  const planned = await post("message send", { event: eventId, subject: "Hello", text });
  expect(mainOf(planned.page)).toContain(text);
});

test("a canceled event offers no tables, and the history of an event says who changed what for whom", async () => {
  const canceled = await createEvent(club);
  await club.db.update(events).set({ canceledAt: new Date() }).where(eq(events.id, canceled));
  const links = (await open(`/desk/evenings/${canceled}`)).main.querySelectorAll("a");
  expect(links.filter((link) => /match|sheet|message/.test(link.getAttribute("href") ?? ""))).toEqual([]);
  const { eventId, guests } = await createEvening(club, [[5, 4]]);
  const [guest] = guests;
  await club.db
    .update(users)
    .set({ firstName: "Dóra", lastName: "Elek" })
    .where(eq(users.id, guest?.userId ?? ""));
  const planned = await post("booking cancel", { booking: guest?.bookingId ?? "" });
  await post("booking cancel", readPlan(planned.page));
  expect(mainOf((await open(`/desk/evenings/${eventId}`)).page)).toContain(
    "by anna@club.example, for Dóra Elek",
  );
});

test("somebody whose only booking was canceled is not said to have never booked, and a slip in an address is forgiven", async () => {
  const [id = ""] = await insertDiners(club, 1);
  await club.db.update(users).set({ email: "kovacs.anna@mail.example" }).where(eq(users.id, id));
  await bookForDiners(club, [id], await createEvent(club));
  await club.db
    .update(bookings)
    .set({ canceled: true, canceledAt: new Date() })
    .where(eq(bookings.userId, id));
  const found = mainOf((await open("/desk/people?q=kovacs.anan%40mail")).page);
  expect(found).toContain("1 booking, canceled");
  expect(mainOf((await open(`/desk/people/${id}`)).page)).toContain("0 ahead, 0 behind, 1 canceled");
});

test("an error stands at its field, which keeps what was typed, and a place is answered with its time zone", async () => {
  const fields = {
    slug: "porto",
    name: "Porto",
    country: "PT",
    zone: "Lisbon",
    currency: "EUR",
    price: "9",
    deposit: "5",
  };
  const refused = await post("city add", fields);
  expect(refused.status).toBe(400);
  const zone = refused.page.querySelector("main [name=zone]");
  expect(zone?.getAttribute("aria-invalid")).toBe("true");
  expect(zone?.getAttribute("value")).toBe("Lisbon");
  const [errorId = ""] = (zone?.getAttribute("aria-describedby") ?? "").split(" ");
  expect(refused.page.querySelector(`#${errorId}`)?.textContent).toContain("Do you mean Europe/Lisbon?");
  expect(refused.page.querySelector("main [name=name]")?.getAttribute("value")).toBe("Porto");
  const twice = await post("city add", { ...fields, country: "Nowhere" });
  expect(twice.page.querySelectorAll("main [aria-invalid]").map((each) => each.getAttribute("name"))).toEqual(
    ["country", "zone"],
  );
  const [autofocus, other] = twice.page.querySelectorAll("main [autofocus]");
  expect([autofocus?.getAttribute("name"), other]).toEqual(["country", undefined]);
  const typed = Object.entries(fields).flatMap(([name, value]) => [`--${name}`, value]);
  const terminal = await ops.run("city", "add", ...typed);
  expect(terminal.code).toBe(2);
  expect(terminal.err).toContain("Do you mean Europe/Lisbon?");
});

test("a sentence that names what to do leads to a form that is filled in already", async () => {
  const { eventId, guests } = await createEvening(club, [[5]]);
  const planned = await post("message send", { event: eventId, subject: "Hello", text: "Hello." });
  const sent = await post("message send", readPlan(planned.page));
  // The page has one way to take it back, and that is a button.
  const undo = sent.page.querySelector("main form[action='/desk/do/message/undo']");
  expect(undo?.querySelector("input[name=message]")?.getAttribute("value")).toMatch(/^[\da-f]{8}/);
  expect(sent.page.querySelector("main")?.innerHTML).not.toContain('href="/desk/do/message/undo');
  const full = await post("booking walk-in", { event: eventId, table: "1", firstName: "Lili" });
  expect(full.page.querySelector("main")?.innerHTML).toContain(`/desk/do/event/seats?event=${eventId}`);
  const seated = await post("booking move", { booking: guests[0]?.bookingId ?? "", table: "9" });
  expect(seated.page.querySelector("main")?.innerHTML).toContain(
    `/desk/do/booking/move?booking=${guests[0]?.bookingId}`,
  );
});

test("the button of a plan does what was planned, whatever else is sent with it", async () => {
  const { eventId } = await createEvening(club, [[5]]);
  const words = { event: eventId, subject: "Use the door in the yard", text: "The front door is stuck." };
  const { page } = await post("message send", words);
  const done = await post("message send", { ...readPlan(page), subject: "Stay at home" });
  expect(mainOf(done.page)).toContain("Done.");
  // What the form is for was said before.
  expect(mainOf(done.page)).not.toContain("Writes to one diner");
  expect((await ops.run("message", "list")).out).toContain("Use the door in the yard");
});

test("a form offers only events for which it can be done", async () => {
  const isOpen = await createEvent(club);
  const [closed, made, over] = [await createEvent(club), await createEvent(club), await createEvent(club)];
  const now = Date.now();
  const hours = (count: number) => new Date(now + count * 3_600_000);
  for (const [id, change] of [
    [closed, { closesAt: hours(-1) }],
    [made, { closesAt: hours(-2), matchedAt: hours(-1) }],
    [over, { date: hours(-3), closesAt: hours(-50), matchedAt: hours(-49) }],
  ] as const)
    await club.db.update(events).set(change).where(eq(events.id, id));
  const offered = async (command: string) => {
    const { page } = await open(`/desk/do/${command}`);
    const values = page.querySelectorAll("[name=event] option").map((option) => option.getAttribute("value"));
    return [isOpen, closed, made, over].map((id) => values.includes(id));
  };
  expect(await offered("booking/add")).toEqual([true, false, false, false]);
  expect(await offered("event/close")).toEqual([true, false, false, false]);
  expect(await offered("event/edit")).toEqual([true, true, true, false]);
  expect(await offered("match/run")).toEqual([true, true, false, false]);
  expect(await offered("table/close")).toEqual([false, false, true, false]);
  expect(await offered("event/show")).toEqual([true, true, true, true]);
  await club.db.update(events).set({ matchedAt: null });
  const { main } = await open("/desk/do/table/close");
  expect(main.textContent).toContain("No event for which this can be done now.");
  expect(main.querySelector("form")).toBeNull();
});

/** The form of a restaurant that drops out, and what it answers as a browser sends it. */
async function openDropOut(eventId: string) {
  const { page, main } = await open(`/desk/do/event/venues?event=${eventId}&remove=`);
  const sendIt = async (changes: Record<string, string> = {}) => {
    const body = readForm(page);
    for (const [name, value] of Object.entries(changes)) body.set(name, value);
    const headers = await access.headersOf("anna");
    const action = main.querySelector("form")?.getAttribute("action") ?? "";
    return openAnswer(club, headers, await club.fetch(action, { method: "POST", headers, body }));
  };
  return { main, sendIt };
}

const alertOf = (page: Page) => page.querySelector("main form [role=alert]")?.textContent;

test("the only restaurant is chosen to drop out, and where none is chosen the same form says so", async () => {
  const chosen = (main: Page) =>
    main.querySelector("select[name=remove][required] option[selected]")?.getAttribute("value");
  const namesOf = (main: Page | null) =>
    main?.querySelectorAll("form [name]").map((field) => field.getAttribute("name"));
  const only = await createEvent(club);
  expect(chosen((await openDropOut(only)).main)).toBe(venueOf(only));
  const { main, sendIt } = await openDropOut(await createEvent(club, { venueTables: [2, 3] }));
  expect(chosen(main)).toBe("");
  const { status, page } = await sendIt();
  expect([status, alertOf(page)]).toEqual([400, "Choose the restaurant that drops out."]);
  expect(page.querySelector("h1")?.textContent).toBe("A restaurant drops out");
  expect(namesOf(page.querySelector("main"))).toEqual(namesOf(main));
});

test("a number of tables that is none stays in the form, and is asked for in words", async () => {
  await addTestVenues(club, ["tulipan"]);
  const { sendIt } = await openDropOut(await createEvent(club));
  const { status, page } = await sendIt({ instead: "tulipan", "tables-instead": "=1+1" });
  expect([status, alertOf(page)]).toEqual([
    400,
    "Restaurant that takes its place needs a number of tables from 1 to 4000, such as 4.",
  ]);
  expect(page.querySelector("[name=tables-instead]")?.getAttribute("value")).toBe("=1+1");
  expect(page.querySelector("[name=instead] [selected]")?.getAttribute("value")).toBe("tulipan");
});

test("an old plan says that the restaurant has left the event meanwhile", async () => {
  const eventId = await createEvent(club, { venueTables: [2, 3] });
  const { page } = await (await openDropOut(eventId)).sendIt({ remove: venueOf(eventId) });
  const before = await ops.run("event", "venues", eventId, "--remove", venueOf(eventId), "--yes");
  expect(before.code).toBe(0);
  const late = await post("event venues", readPlan(page));
  expect(late.status).toBe(404);
  expect(mainOf(late.page)).toMatch(/Vendéglő \d+ is no longer part of this event\./);
});

test("a restaurant that has another event then is named with its day and its tables, in a sentence", async () => {
  const other = await createEvent(club, { hoursFromNow: 148, venueTables: [4] });
  const { sendIt } = await openDropOut(await createEvent(club, { venueTables: [2] }));
  const { page } = await sendIt({ instead: venueOf(other), "tables-instead": "3" });
  expect(mainOf(page)).toMatch(
    /\. Less than 4 hours apart, there is also an event at Vendéglő \d+ on \w+day, .+[AP]M with 4 tables; together they need 7 tables, and it has 4\./,
  );
});
