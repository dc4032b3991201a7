import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { createCity } from "#tests/support/events.ts";
import { parsePage, readText } from "#tests/support/html.ts";

const club = openClub({ vars: { SAFETY_PHONE: "+36 1 555 0199" } });

let askedCount = 0;
/** With another address each time, which is not cached. */
const visit = async (path: string) => parsePage(await club.fetch(`${path}?${askedCount++}`));

test("terms, contact and who sees what speak of deposits only where a city takes one", async () => {
  const pages = ["/terms", "/contact", "/who-sees-what"];
  const listSpeaking = async () => {
    const texts = await Promise.all(pages.map(async (path) => [path, readText(await visit(path))] as const));
    return texts.filter(([, text]) => /deposit|Stripe/i.test(text)).map(([path]) => path);
  };
  expect(await listSpeaking(), "before the first city").toEqual(pages);
  const id = await createCity(club);
  const setDeposit = (deposit: number) =>
    club.binding.prepare("UPDATE cities SET deposit = ? WHERE id = ?").bind(deposit, id).run();
  await setDeposit(0);
  expect(await listSpeaking(), "in a club without deposits").toEqual([]);
  await setDeposit(300_000);
  expect(await listSpeaking(), "in a club with deposits").toEqual(pages);
});

test.each(["/privacy", "/terms"])(
  "%s begins with six lines, and then its contents, whose links lead somewhere",
  async (path) => {
    const page = await visit(path);
    const [first] = page.querySelectorAll("main section");
    expect(first?.querySelectorAll("li")).toHaveLength(6);
    const links = page.querySelectorAll("nav[aria-label=Contents] a");
    expect(links.length).toBeGreaterThan(4);
    for (const link of first?.querySelectorAll("li a") ?? [])
      expect(
        page.getElementById(decodeURIComponent((link.getAttribute("href") ?? "").slice(1))),
      ).not.toBeNull();
    for (const link of links) {
      const section = page.getElementById(decodeURIComponent((link.getAttribute("href") ?? "").slice(1)));
      expect(section && readText(section).startsWith(readText(link)), readText(link)).toBe(true);
    }
  },
);

test.each(["/about", "/contact"])("%s has the club's telephone", async (path) => {
  const main = (await visit(path)).querySelector("main");
  expect(main?.querySelector("a[href='tel:+3615550199']")?.textContent).toBe("+36 1 555 0199");
});
