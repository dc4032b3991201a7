import { expect, test } from "vitest";
import { seed } from "#app/cli/seed.ts";
import { findLargeTextProblems } from "#tests/screens/check-large-text.ts";
import { addBooking, addDinner, inDays, inMinutes, seatFive } from "#tests/screens/dinners.ts";
import { addPerson } from "#tests/screens/people.ts";
import { addHostPage, linksOf } from "#tests/screens/signed-links.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";

const club = openClub({
  vars: { DESK_TOKEN: "a-token-for-tests", SHOW_FIGURES: "yes", SAFETY_PHONE: "+36 1 555 0199" },
  timeZone: "Europe/Budapest",
});
const visit = openBrowser();

const forVisitors = [
  ...["/", "/about", "/contact", "/privacy", "/terms", "/who-sees-what", "/how-it-goes", "/your-city"],
  ...["/no-such-page", "/offline", "/login", "/register", "/forgot-password"],
  ...["/confirm-your-email", "/email-confirmed", "/events"],
];
const settings = ["", "answers", "data", "delete", "email", "history", "password", "security", "verify"];
const atTheDesk = ["", "evenings", "people", "places", "money", "figures", "health", "messages", "new-city"];

test("at twice the size of text, no word breaks, nothing overlaps, and no page scrolls sideways", async () => {
  await seed(club.binding, new Date());
  const person = await addPerson(club, "Krisztofer", { face: 12 });
  const seated = await seatFive(club, person, inDays(3));
  const tonight = await seatFive(club, person, inMinutes(100));
  const past = await seatFive(club, person, inDays(-2));
  const open = await addDinner(club, inDays(9), { isOpen: true });
  const pendingId = await addBooking(club, person, open);
  const canceledId = await addBooking(club, person, await addDinner(club, inDays(11), { isOpen: true }), {
    canceled: true,
    canceledAt: new Date(),
  });
  const [seatedId = "", tonightId = "", pastId = ""] = [seated, tonight, past].map(
    ({ bookingIds }) => bookingIds[0],
  );
  const questions = [1, 2, 9, 11, 14, 17, 20, 22, 24, 26].map((id) => `/quiz?question=${id}`);
  const forDiners = [
    ...questions,
    ...["/identity", "/events", "/events?city=", "/dashboard/bookings", "/dashboard/bookings/new"],
    ...[seatedId, tonightId, pastId, pendingId, canceledId].map((id) => `/dashboard/bookings/${id}`),
    ...[`/dashboard/bookings/${pendingId}/cancel`, `/payment?booking=${pendingId}`],
    ...[`/events?booked=${pendingId}`, linksOf(pendingId, inDays(9)).together],
    ...[linksOf(pastId, inDays(-2)).feedback, (await addHostPage(club, tonight)).path],
    ...settings.map((page) => `/dashboard/settings/${page}`.replace(/\/$/, "")),
  ];
  const forOperators = [
    ...atTheDesk.map((page) => `/desk/${page}`.replace(/\/$/, "")),
    ...[
      `/desk/evenings/${tonight.eventId}`,
      `/desk/people/${person.userId}`,
      `/desk/bookings/${seatedId}/move`,
    ],
    ...[`/desk/do/message/send?event=${tonight.eventId}&table=1`, "/desk/do/venue/add?city=budapest"],
  ];
  const found: string[] = [];
  await visit({ bypassCSP: true, expectedConsoleErrors: /status of 404/ }, async (page) => {
    const look = async (paths: string[]) => {
      for (const path of paths) {
        await page.goto(club.url + path, { waitUntil: "domcontentloaded" });
        found.push(
          ...(await findLargeTextProblems(page)).map((problem) => `${path.split("?")[0]} at ${problem}`),
        );
      }
    };
    await look(forVisitors);
    await addCookies(page, person.cookie, club.url);
    await look(forDiners);
    await page.goto(`${club.url}/desk?token=a-token-for-tests`);
    await look(forOperators);
  });
  expect(found).toEqual([]);
});
