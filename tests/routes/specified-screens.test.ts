import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { countries } from "#app/lib/quiz/countries.ts";
import { createFormPost, newEmail, signUp } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { book, createEvent, type Diner, seatTogether, signUpDiner } from "#tests/support/events.ts";
import { findButtons, findLinks, type Page, parsePage, readHeading, readText } from "#tests/support/html.ts";
import { answerConsent, finishQuiz, firstQuestionIds, laterQuestionIds } from "#tests/support/quiz.ts";

const club = openClub();

const visit = async (path: string) => parsePage(await club.fetch(path));
const visitAs = async (diner: Pick<Diner, "get">, path: string) => parsePage(await diner.get(path));
const listLabels = (page: Page) => page.querySelectorAll("main label").map(readText);
const listHrefs = (page: Page, name: string | RegExp) =>
  findLinks(page, name).map((link) => link.getAttribute("href"));
const hasClasses = (element: Page | null | undefined, ...names: string[]) =>
  names.every((name) => element?.classList.contains(name));

test("the landing page begins with the photo, the headline and the quiz, and tells of gokon before it ends", async () => {
  const main = (await visit("/")).querySelector("main");
  const sections = main?.querySelectorAll("section") ?? [];
  const [hero] = sections;
  expect(hero?.querySelector("picture img")?.getAttribute("alt")).toContain("table set for five");
  expect(hero && readText(hero)).toMatch(/^Take a break from screens\. Connect with real people\./);
  expect(hero && listHrefs(hero, "Take the Quiz")).toEqual(["/register"]);
  const [gokon, closing] = sections.slice(-2);
  expect(gokon && readText(gokon)).toContain("gokon");
  expect(closing && listHrefs(closing, "Get Started")).toEqual(["/register"]);
  const steps = main?.querySelectorAll(".steps h3").map(readText);
  expect(steps).toEqual(["Take the Quiz", "Get Matched with a group of 5", "Go to Dinner Night"]);
});

test("registering and signing in have their fields, lead to each other, and offer Google below", async () => {
  const [register, login] = [await visit("/register"), await visit("/login")];
  const names = ["First name", "Last name", "Email", "Password", "Repeat Password"];
  expect(listLabels(register)).toEqual(names);
  expect(listLabels(login)).toEqual(["Email", "Password"]);
  expect([readHeading(register), readHeading(login)]).toEqual(["Register", "Login"]);
  expect(listHrefs(register, "Login").at(-1)).toBe("/login");
  expect(listHrefs(login, "Register").at(-1)).toBe("/register");
  for (const page of [register, login]) {
    expect(readText(page)).toMatch(/\nor\nContinue with Google\n/);
    expect(findButtons(page, "Continue with Google")[0]?.closest("form")?.getAttribute("action")).toBe(
      "/auth/google",
    );
  }
});

test("after signing up, the page says that an email was sent, and what to click", async () => {
  const page = await visit("/confirm-your-email");
  expect(readHeading(page)).toBe("Confirm your email");
  for (const sentence of [
    "We have sent a confirmation email to your inbox.",
    "Please click the link in the email to confirm your email address.",
  ])
    expect(readText(page)).toContain(sentence);
});

test("a confirmed email leads to the quiz, unless the address has an error code that begins with 4", async () => {
  for (const path of ["/email-confirmed", "/email-confirmed?error_code=500"]) {
    const page = await visit(path);
    expect(readHeading(page)).toBe("Your account is almost ready!");
    expect(readText(page)).toContain("Now let's find out your vibe.");
    expect(readText(page)).toMatch(/A short quiz about your personality and interests connects you with/);
    expect(listHrefs(page, "Take the Quiz")).toEqual(["/quiz"]);
  }
  const failed = await visit("/email-confirmed?error_code=403");
  expect(readHeading(failed)).toBe("We couldn't confirm your email address.");
  expect(readText(failed)).toContain("Please enter your email to resend the confirmation email:");
  const form = findButtons(failed, "Resend Email")[0]?.closest("form");
  expect(form?.querySelector("input[name=email]")?.getAttribute("type")).toBe("email");
  const sent = await parsePage(
    await club.fetch("/email-confirmed?error_code=403", createFormPost({ email: newEmail() })),
  );
  const success = sent.querySelector("[role=status]");
  expect(success && readText(success)).toBe("Please check your inbox for the confirmation email.");
  expect(hasClasses(success, "text-green-text")).toBe(true);
});

test("the dashboard has a menu with logo, title, Bookings and Logout, which small screens don't show", async () => {
  const diner = await signUpDiner(club);
  const page = await visitAs(diner, "/dashboard/settings");
  expect(readHeading(page)).toBe("Settings");
  const sidebar = page.querySelector("header");
  expect(hasClasses(sidebar, "hidden", "lg:block")).toBe(true);
  expect(sidebar && listHrefs(sidebar, "Öten")).toEqual(["/"]);
  expect(sidebar?.querySelector("#dashboard")?.textContent).toBe("Dashboard");
  expect(sidebar && listHrefs(sidebar, "Bookings")).toEqual(["/dashboard/bookings"]);
  const logout = sidebar && findButtons(sidebar, "Logout")[0]?.closest("form");
  expect(logout?.getAttribute("action")).toBe("/logout");
});

test("signing out leads to the landing page where the database fails too, and is only logged", async () => {
  const { cookie } = await signUpDiner(club);
  await club.binding.exec(
    "CREATE TRIGGER broken BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  const response = await club.fetch("/logout", { method: "POST", headers: { Cookie: cookie } });
  await club.binding.exec("DROP TRIGGER broken");
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/"]);
  expect((await club.takeLoggedErrors()).join()).toContain("sign-out failed");
});

test("an event says its date, time and countdown; it blinks while it can be booked, is gray once it is sold out, and Next is dimmed where none can be booked", async () => {
  const open = await createEvent(club, { hoursFromNow: 100 });
  const soldOut = await createEvent(club, { hoursFromNow: 110, available: false });
  const page = await visit("/events");
  const findCard = (id: string) =>
    page.querySelector(`input[value="${id}"]`)?.closest("label") as Page | null;
  const [openCard, soldOutCard] = [findCard(open), findCard(soldOut)];
  for (const card of [openCard, soldOutCard]) {
    const text = card ? readText(card).replace(/\s+/g, " ") : "";
    expect(text).toMatch(/(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, [A-Z][a-z]+ \d+/);
    expect(text).toMatch(/\d+:\d\d [AP]M/);
    expect(text).toMatch(/\d\d days \d\d hours \d\d min \d\d sec/);
  }
  expect(openCard?.textContent).toContain("Available");
  expect(openCard?.querySelector("[data-dot] .animate-blink")).not.toBeNull();
  expect(soldOutCard?.textContent).toContain("Sold Out");
  expect(soldOutCard?.querySelector(".animate-blink")).toBeNull();
  expect(hasClasses(soldOutCard, "text-ink-3")).toBe(true);
  const isDimmed = (shown: Page) => findButtons(shown, "Next")[0]?.getAttribute("aria-disabled");
  expect(isDimmed(page)).toBeUndefined();
  await club.db.update(events).set({ available: false });
  expect(isDimmed(await visit("/events"))).toBe("true");
});

test("a booking begins pending in yellow, turns green and blinks once it is confirmed, and is gray once it is past", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club, { hoursFromNow: 100 });
  const id = await book(diner, eventId);
  const [booking] = await club.db.select().from(bookings).where(eq(bookings.id, id));
  expect(booking).toMatchObject({ eventId, confirmed: false, canceled: false });
  const findDot = (page: Page) => page.querySelector("main [data-dot]");
  const pending = await visitAs(diner, "/dashboard/bookings");
  expect(listHrefs(pending, "New Booking")).toContain("/dashboard/bookings/new");
  expect(pending.querySelectorAll("h2").map(readText)).toEqual(
    expect.arrayContaining(["Upcoming Bookings", "Past Bookings"]),
  );
  expect(hasClasses(findDot(pending), "bg-saffron")).toBe(true);
  expect(findDot(pending)?.querySelector(".animate-blink")).toBeNull();
  await seatTogether(club, eventId, [id]);
  const confirmed = findDot(await visitAs(diner, "/dashboard/bookings"));
  expect(hasClasses(confirmed?.parentNode as Page, "text-green-text")).toBe(true);
  expect(confirmed?.querySelector(".animate-blink")).not.toBeNull();
  await club.db
    .update(events)
    .set({ date: new Date(Date.now() - 86_400_000), closesAt: new Date(0) })
    .where(eq(events.id, eventId));
  const past = await visitAs(diner, "/dashboard/bookings");
  const section = past
    .querySelectorAll("main section")
    .find((one) => readText(one).startsWith("Past Bookings"));
  expect(hasClasses(section?.querySelector("li"), "text-ink-3", "grayscale")).toBe(true);
});

test("the location of a booking has name, address and a link to the map in a new tab", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club, { hoursFromNow: 100 });
  const id = await book(diner, eventId);
  await seatTogether(club, eventId, [id]);
  const page = await visitAs(diner, `/dashboard/bookings/${id}`);
  expect(readText(page)).toContain("Details");
  expect(readText(page)).toMatch(/Vendéglő \d+[\s\S]*Fő utca \d+, 1011 Budapest/);
  const [directions] = findLinks(page, /^Get Directions/);
  expect(directions?.getAttribute("href")).toBe("https://maps.example/?q=1");
  expect(directions?.getAttribute("target")).toBe("_blank");
});

test("each kind of question has its category, its progress and its way to answer", async () => {
  const cookie = await signUp(club, newEmail());
  const doneCookie = await signUp(club, newEmail());
  await answerConsent(club, cookie, "yes");
  await finishQuiz(club, doneCookie);
  const { results } = await club.binding
    .prepare("SELECT * FROM quiz_questions ORDER BY position")
    .all<Record<string, string | number | null>>();
  const seen = new Set<string>();
  for (const row of results) {
    const isLater = laterQuestionIds.includes(Number(row.id));
    const ids = isLater ? laterQuestionIds : firstQuestionIds;
    const page = await parsePage(
      await club.fetch(`/quiz?question=${row.id}${isLater ? `&only=${ids}` : ""}`, {
        headers: { Cookie: isLater ? doneCookie : cookie },
      }),
    );
    const choices = JSON.parse(String(row.choices)) as string[];
    const category = { personality: "Personality", food: "Food", identity: "Identity" }[String(row.category)];
    const where = `question ${row.id}`;
    expect(page.querySelector("header h2")?.textContent, where).toBe(category);
    expect(readHeading(page), where).toBe(row.question);
    const bar = page.querySelector("[role=progressbar]");
    expect(bar?.getAttribute("aria-valuenow"), where).toBe(String(ids.indexOf(Number(row.id)) + 1));
    expect(bar?.getAttribute("aria-valuemax"), where).toBe(String(ids.length));
    const buttons = page.querySelectorAll("main button[name=answer]");
    const hasNext = findButtons(page, "Next").length === 1;
    const text = page.querySelector("main");
    if (row.is_range) {
      seen.add("range");
      expect(buttons.map((button) => button.getAttribute("value"))).toEqual(
        Array.from({ length: 10 }, (_, i) => String(i + 1)),
      );
      expect(readText(buttons[0] ?? page)).toBe(`1 ${row.min_label}`);
      expect(readText(buttons[9] ?? page)).toBe(`10 ${row.max_label}`);
      expect(hasNext, where).toBe(false);
    } else if (row.is_country) {
      seen.add("country");
      expect(page.querySelectorAll("datalist option").map((one) => one.getAttribute("value"))).toEqual(
        countries,
      );
      expect(Math.abs(countries.length - 195)).toBeLessThanOrEqual(5);
      expect(hasNext, where).toBe(true);
    } else if (row.is_year) {
      seen.add("year");
      expect(page.querySelector("main input[name=answer]")?.getAttribute("inputmode")).toBe("numeric");
      expect(hasNext, where).toBe(true);
    } else if (row.is_multiple_choice) {
      seen.add(choices.length > 18 ? "many choices" : "choices");
      const list = text?.querySelector("input[type=checkbox]")?.closest("div") as Page | null;
      expect(hasClasses(list?.querySelector("label"), "px-6"), where).toBe(choices.length > 18);
      expect(list?.querySelectorAll("label").map(readText)).toEqual(choices);
      expect(hasNext, where).toBe(true);
    } else {
      seen.add("one choice");
      expect(buttons.map(readText)).toEqual(choices);
      expect(hasNext, where).toBe(false);
    }
  }
  expect([...seen].sort()).toEqual(["choices", "country", "many choices", "one choice", "range", "year"]);
});

test("the identity page says who sees the name and the photo, and how to change it", async () => {
  const page = await visitAs(await signUpDiner(club), "/identity");
  expect(readHeading(page)).toBe("Show your best self!");
  const text = readText(page);
  expect(text).toContain("Your first name and profile photo will be visible to your dinner group.");
  expect(text).toContain("To update your photo, click on it");
  const input = page.querySelector("input[type=file]");
  expect(
    input
      ?.getAttribute("accept")
      ?.split(",")
      .every((type) => type.startsWith("image/")),
  ).toBe(true);
  expect(page.querySelector(`label[for=${input?.id}] .bg-night svg`)).not.toBeNull();
  expect(page.querySelectorAll("input[name=name]")).toHaveLength(1);
  expect(findButtons(page, "Looks good")).toHaveLength(1);
});
