import { expect, test } from "vitest";
import { signUp } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import { parsePage } from "#tests/support/html.ts";

const club = openClub();

const loadPage = async (path: string, cookie = "") =>
  readStyles(await club.fetch(path, { headers: { Cookie: cookie } }));

async function readStyles(response: Response) {
  const page = await parsePage(response);
  const stylesheet = page.querySelector("link[rel=stylesheet]")?.getAttribute("href") ?? "";
  const classes = page
    .querySelectorAll("[class]")
    .flatMap((element) => (element.getAttribute("class") ?? "").split(/\s+/));
  return { stylesheet, classes: new Set(classes), styled: await listStyledClasses(stylesheet) };
}

async function listStyledClasses(stylesheet: string): Promise<Set<string>> {
  const css = await (await club.fetch(stylesheet)).text();
  const names = css.matchAll(/\.((?:\\.|[\w-])+)/g);
  return new Set([...names].map(([, name = ""]) => name.replace(/\\(.)/g, "$1")));
}

// The stylesheets of these pages name the components that they are made of, and one could be forgotten.
test.each([
  ["/"],
  ["/", writeCookie("notice", "saved")],
  ["/?figures"],
  ["/about"],
  ["/contact"],
  ["/privacy"],
  ["/terms"],
  ["/login"],
  ["/register"],
  ["/forgot-password"],
  ["/confirm-your-email"],
  ["/email-confirmed"],
  ["/unsubscribe"],
  ["/no-such-page"],
])("styles every class of %s that has a style on the pages of diners %s", async (path, cookie = "") => {
  const everything = await loadPage("/how-it-goes");
  for (const by of [
    cookie,
    `${cookie}; ${await signUp(club, `diner-${crypto.randomUUID()}@oten.example`)}`,
  ]) {
    const { classes, styled, stylesheet } = await loadPage(path, by);
    if (!classes.size) continue;
    expect(stylesheet).not.toBe(everything.stylesheet);
    expect([...classes].filter((name) => everything.styled.has(name) && !styled.has(name))).toEqual([]);
  }
});

test("styles every class of the quiz, of each kind of question, of what follows it, and of its error page", async () => {
  const everything = await loadPage("/how-it-goes");
  const cookie = await signUp(club, "quiz@oten.example");
  for (const id of [1, 2, 3, 11, 19, 20, "1&only=x"]) {
    const { classes, styled, stylesheet } = await loadPage(
      `/quiz?question=${id}`,
      `${cookie}; ${writeCookie("notice", "saved")}`,
    );
    expect(stylesheet).toContain("/quiz-");
    expect([...classes].filter((name) => everything.styled.has(name) && !styled.has(name))).toEqual([]);
  }
  const identity = await loadPage("/identity", cookie);
  expect(identity.stylesheet).toContain("/quiz-");
  expect(
    [...identity.classes].filter((name) => everything.styled.has(name) && !identity.styled.has(name)),
  ).toEqual([]);
  await club.binding.exec("ALTER TABLE quiz_questions RENAME TO away");
  const failed = await loadPage("/quiz", cookie);
  await club.binding.exec("ALTER TABLE away RENAME TO quiz_questions");
  expect(await club.takeLoggedErrors()).not.toEqual([]);
  expect(
    [...failed.classes].filter((name) => everything.styled.has(name) && !failed.styled.has(name)),
  ).toEqual([]);
});

test("styles every class of the page that refuses a form", async () => {
  const everything = await loadPage("/how-it-goes");
  const headers = { Accept: "text/html", "Sec-Fetch-Site": "cross-site" };
  const response = await club.fetch("/login", { method: "POST", headers });
  const { classes, styled, stylesheet } = await readStyles(response);
  expect(stylesheet).not.toBe(everything.stylesheet);
  expect(classes.size).toBeGreaterThan(0);
  expect([...classes].filter((name) => everything.styled.has(name) && !styled.has(name))).toEqual([]);
});
