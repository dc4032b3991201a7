import { expect, test } from "vitest";
import { renderEmails } from "#tests/screens/documents.ts";
import { openClub } from "#tests/support/club.ts";
import { inParallel } from "#tests/support/in-parallel.ts";
import { findAddresses } from "#tests/support/real-requests.ts";
import { findTableErrors, type Route, routes } from "#tests/support/routes.ts";
import { seatDiners, startSession } from "#tests/support/seated-diners.ts";

const club = openClub();

/** Screens that no page and no email links to as the test sees them, each with how people get there. */
const notLinked: Record<string, string> = {
  "/friend/:token": "a diner gives its address to a friend",
  "/offline": "the service worker shows it without a network",
  "/confirm-your-email": "whoever has signed up is sent there",
  "/dashboard/settings/verify": "whoever has to prove again that it is them is sent there",
  "/how-it-goes": "the footer links to it where the club publishes its figures",
  "/onboarding": "whoever has signed in is sent there",
};

/** Without query and place. */
const findLinks = (html: string) =>
  [...html.matchAll(/(?:href="|https:\/\/oten\.example)(\/[^\s"#?<]*)/g)].map(([, path = ""]) => path);

const toPattern = ({ path }: Route) =>
  new RegExp(`^${path.replace(/[.]/g, "\\$&").replace(/:\w+/g, "[^/]+")}$`);

const pages = routes.filter(({ isPage, isLayout, path }) => isPage && !isLayout && !/^\/dev\/|\*/.test(path));

test("every screen is linked from another one or from an email", async () => {
  const all = await seatDiners(club);
  const { owner, stranger } = all.diners;
  const cookies = [await startSession(club, owner), await startSession(club, stranger), ""];
  const links = renderEmails("https://oten.example").flatMap(({ html }) => findLinks(html));
  const requests: { from: string; cookie: string }[] = [];
  for (const route of pages)
    for (const from of await findAddresses(club, route, owner))
      for (const cookie of cookies) requests.push({ from, cookie });
  await inParallel(requests, async ({ from, cookie }) => {
    const response = await club.fetch(from, { headers: { Cookie: cookie, Accept: "text/html" } });
    const here = from.split("?")[0];
    links.push(...findLinks(await response.text()).filter((link) => link !== here));
  });
  const paths = new Set(links);
  const unlinked = pages
    .filter((route) => ![...paths].some((path) => toPattern(route).test(path)))
    .map(({ path }) => path);
  expect(
    findTableErrors(
      Object.keys(notLinked),
      unlinked,
      "notLinked in tests/routes/linked-pages.test.ts, or link it",
    ),
  ).toEqual([]);
});
