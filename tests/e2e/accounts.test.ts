import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  findLinkToken,
  listEmailsTo,
  newEmail,
  password,
  signUp as signUpDirectly,
} from "#tests/support/accounts.ts";
import { openBrowser, waitForScripts } from "#tests/support/browser.ts";
import { createCityEvent, viennaCity } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies, writeCookie } from "#tests/support/cookies.ts";
import { createEvent } from "#tests/support/events.ts";

const club = openClub();
const visit = openBrowser();

async function fillFields(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
}

const clickButton = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name }).click();

async function signUp(page: Page, email: string) {
  await page.goto(`${club.url}/register`);
  await fillFields(page, {
    "First name": "Lőrinc",
    "Last name": "Nagy",
    Email: email,
    Password: password,
    "Repeat Password": password,
  });
  await clickButton(page, "Register");
  await page.getByRole("heading", { name: "Confirm your email" }).waitFor();
  await page.goto(`${club.url}/auth/confirm?token=${await findLinkToken(club, email)}`);
  await page.getByRole("heading", { name: "Your account is almost ready!" }).waitFor();
  await clickButton(page, "Take the Quiz");
  await page.getByRole("heading", { name: "What makes a good evening?" }).waitFor();
}

describe("without JavaScript", () => {
  const javaScriptEnabled = false;

  test("signs up, signs out and signs in again with a new password", async () => {
    const email = newEmail();
    await visit({ javaScriptEnabled }, async (page) => {
      await signUp(page, email);
      await page.goto(club.url);
      const navigation = page.getByRole("navigation", { name: "Main" });
      expect(await navigation.getByRole("link", { name: "Login" }).count()).toBe(0);
      expect(await navigation.getByRole("link", { name: "Dashboard" }).first().isVisible()).toBe(true);
      await navigation.getByRole("button", { name: "Logout" }).first().click();
      await page.waitForURL(`${club.url}/`);
      await page.goto(`${club.url}/dashboard`);
      expect(page.url()).toBe(`${club.url}/`);

      await page.goto(`${club.url}/login`);
      await fillFields(page, { Email: email, Password: "Wrong-5-Leves" });
      await clickButton(page, "Login");
      await page.getByRole("alert").getByText("Invalid login credentials").waitFor();
      expect(await page.getByLabel("Email").inputValue()).toBe(email);
      expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");

      await page.getByRole("link", { name: "Forgot your password?" }).click();
      await fillFields(page, { Email: email });
      await clickButton(page, "Send link");
      await page.getByText("we’ve sent it a link").waitFor();
      await page.goto(`${club.url}/reset-password?token=${await findLinkToken(club, email)}`);
      await fillFields(page, { Password: "Halaszle-7-Leves", "Repeat Password": "Halaszle-7-Leves" });
      await clickButton(page, "Save Password");
      await page.getByText("You have a new password, and you’re signed in.").waitFor();
      expect((await listEmailsTo(club, email))[0]?.subject).toBe("Your password was changed");
    });
  });

  test("signs in with the local replacement for Google", async () => {
    await visit({ javaScriptEnabled }, async (page) => {
      await page.goto(`${club.url}/register`);
      await clickButton(page, "Continue with Google");
      await fillFields(page, { Name: "Réka", Email: newEmail() });
      await clickButton(page, "Continue");
      await page.getByText("Sign in successful!").waitFor();
      await page.goto(`${club.url}/dashboard/settings`);
      await page.getByText("Réka").first().waitFor();
    });
  });
});

test("leads from the events to a page of its own, which names the chosen dinner", async () => {
  const eventId = await createEvent(club);
  await createCityEvent(club, { city: viennaCity });
  await visit({ viewport: { width: 390, height: 844 } }, async (page) => {
    await page.goto(`${club.url}/events?city=budapest`, { waitUntil: "networkidle" });
    const [date] =
      (await page.locator(`input[value="${eventId}"]`).getAttribute("aria-label"))?.split(/, \d/) ?? [];
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("heading", { name: "Register" }).waitFor();
    await page.getByText(`You chose the dinner on ${date}, `).waitFor();
    expect(await page.getByText("You chose the dinner on").textContent()).toMatch(/M in Budapest\.$/);
    await page.getByRole("button", { name: "Show" }).first().click();
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
    await fillFields(page, { Email: "nobody" });
    await clickButton(page, "Register");
    await page.getByText("Please enter a valid email address").waitFor();
    await waitForScripts(page);
    await page.locator("summary", { hasText: "Menu" }).click();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("navigation").getByRole("link", { name: "Contact Us" }).isVisible()).toBe(
      false,
    );
  });
  await club.binding.prepare("UPDATE events SET closes_at = 1 WHERE id = ?").bind(eventId).run();
  const closed = await club.fetch("/register", { headers: { Cookie: writeCookie("dinner", eventId) } });
  expect(await closed.text()).not.toContain("You chose the dinner");
});

test("shows the resend form for an error in the URL fragment", async () => {
  await visit({}, async (page) => {
    await page.goto(
      `${club.url}/email-confirmed#error_code=403&error_description=Token+has+expired+or+is+invalid`,
    );
    const heading = page.getByRole("heading", { name: "Token has expired or is invalid" });
    await heading.waitFor();
    await clickButton(page, "Resend Email");
    await page.getByText("Email is required").waitFor();
    await heading.waitFor();
    await fillFields(page, { Email: "nobody@oten.example" });
    await clickButton(page, "Resend Email");
    await page.getByText("Please check your inbox for the confirmation email.").waitFor();
    expect(await page.getByText("Email is required").count()).toBe(0);
    await heading.waitFor();
    await page.goto(`${club.url}/about`);
    await page.goto(`${club.url}/email-confirmed#error_code=403&error_description=You+have+won`);
    await page.getByRole("heading", { name: "We couldn't confirm your email address." }).waitFor();
  });
});

test("updates other tabs after signing in and out, and greets by name", async () => {
  const email = newEmail();
  await visit({}, async (page) => {
    await page.goto(club.url);
    const other = await page.context().newPage();
    await other.goto(club.url);
    await signUp(page, email);
    await other.getByRole("link", { name: "Dashboard" }).first().waitFor();
    await page.goto(`${club.url}/dashboard`);
    await page.getByRole("button", { name: "Logout" }).first().click();
    await other.getByRole("link", { name: "Login" }).first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem("username"))).toBe("Lőrinc");
    await page.goto(`${club.url}/login`);
    await page.getByText("Good to see you again, Lőrinc.").waitFor();
  });
});

test("updates other tabs when somebody else with the same first name signs in", async () => {
  const [first, second] = [newEmail(), newEmail()];
  const cookies = [await signUpDirectly(club, first), await signUpDirectly(club, second)] as const;
  await visit({}, async (page) => {
    await addCookies(page, cookies[0], club.url);
    await page.goto(`${club.url}/dashboard/settings`, { waitUntil: "networkidle" });
    await page.getByText(first).waitFor();
    await addCookies(page, cookies[1], club.url);
    const other = await page.context().newPage();
    await other.goto(`${club.url}/dashboard/settings`, { waitUntil: "networkidle" });
    await page.getByText(second).waitFor();
  });
});

test("leaves the dashboard in other tabs after signing out, and remembers nothing of it", async () => {
  await visit({}, async (page) => {
    await signUp(page, newEmail());
    const other = await page.context().newPage();
    await other.goto(`${club.url}/dashboard/settings`, { waitUntil: "networkidle" });
    await page.goto(`${club.url}/dashboard`);
    await page.getByRole("button", { name: "Logout" }).first().click();
    await other.waitForURL(`${club.url}/`);
    expect(await other.getByText("Sign in to see that page.").count()).toBe(0);
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name)).not.toContain("next");
  });
});

test("an error page that knows nobody signs nobody out in other tabs", async () => {
  await visit({}, async (page) => {
    await signUp(page, newEmail());
    await page.goto(`${club.url}/dashboard/settings`, { waitUntil: "networkidle" });
    const other = await page.context().newPage();
    const isOpen = () => page.evaluate(() => document.body.dataset.typed);
    await page.evaluate(() => {
      document.body.dataset.typed = "still here";
    });
    await club.binding.exec("ALTER TABLE sessions RENAME TO elsewhere");
    await other.goto(`${club.url}/about`, { waitUntil: "networkidle" });
    expect(await other.evaluate(() => document.documentElement.dataset.userId)).toBeUndefined();
    await club.binding.exec("ALTER TABLE elsewhere RENAME TO sessions");
    expect((await club.takeLoggedErrors()).length).toBeGreaterThan(0);
    expect(await other.evaluate(() => localStorage.getItem("signed-in-as"))).not.toBe("");
    // What the other tab says arrives before what it says next.
    await other.evaluate(() => localStorage.setItem("last", "word"));
    await page.waitForFunction(() => localStorage.getItem("last") === "word");
    expect(await isOpen()).toBe("still here");
  });
});

test("a tab in the background hears of signing out", async () => {
  await visit({}, async (page) => {
    await page.addInitScript(() => Object.defineProperty(document, "hidden", { value: true }));
    await page.addInitScript(() => {
      window.requestAnimationFrame = () => 0;
    });
    await page.goto(club.url);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("signed-in-as"))).toBe("");
  });
});

test("hides an error as soon as its field is edited", async () => {
  await visit({}, async (page) => {
    await page.goto(`${club.url}/register`);
    await fillFields(page, { Email: "nobody" });
    await clickButton(page, "Register");
    await page.getByText("Please enter a valid email address").waitFor();
    await fillFields(page, { Email: "nobody@oten.example" });
    await expect.poll(() => page.getByText("Please enter a valid email address").isVisible()).toBe(false);
    await fillFields(page, { Password: "a", "Repeat Password": "b" });
    await clickButton(page, "Register");
    await page.getByText("Your passwords do not match").waitFor();
    expect(await page.getByText("At least 8 characters").isVisible()).toBe(true);

    await page.goto(`${club.url}/forgot-password`);
    await fillFields(page, { Email: "nobody" });
    await clickButton(page, "Send");
    await page.getByText("Please enter a valid email address").waitFor();
    await fillFields(page, { Email: "nobody@oten.example" });
    await expect.poll(() => page.getByText("Please enter a valid email address").isVisible()).toBe(false);
  });
});

test("hides an error whose field was edited before the script was there", async () => {
  await visit({}, async (page) => {
    let letScriptCome = () => {};
    const mayCome = new Promise<void>((resolve) => {
      letScriptCome = resolve;
    });
    await page.route(/every-page/, (route) => mayCome.then(() => route.continue()));
    await page.goto(`${club.url}/register`, { waitUntil: "domcontentloaded" });
    await fillFields(page, { Email: "nobody" });
    await clickButton(page, "Register");
    const error = page.getByText("Please enter a valid email address");
    await error.waitFor();
    await fillFields(page, { Email: "nobody@oten.example" });
    expect(await error.isVisible()).toBe(true);
    letScriptCome();
    await expect.poll(() => error.isVisible()).toBe(false);
  });
});

test("hides an error in the settings as soon as its field is edited, until it is made again", async () => {
  const email = newEmail();
  await visit({}, async (page) => {
    await signUp(page, email);
    await page.goto(`${club.url}/dashboard/settings/verify?next=/dashboard/settings/password`);
    await page.waitForLoadState("networkidle");
    const field = page.getByRole("main").getByLabel("Password", { exact: true });
    const error = page.getByText("That’s not your password.");
    for (const _ of [1, 2]) {
      await field.fill("Wrong-5-Leves");
      await clickButton(page, "Continue");
      await error.waitFor();
      await page.waitForLoadState("networkidle");
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      await field.fill("W");
      await expect.poll(() => error.isVisible()).toBe(false);
      expect(await field.getAttribute("aria-invalid")).toBe(null);
    }
  });
});

test("does not scroll sideways with a name of a hundred letters", async () => {
  await visit({ viewport: { width: 320, height: 800 } }, async (page) => {
    await page.goto(`${club.url}/email-confirmed#error_code=403&error_description=${"x".repeat(200)}`);
    await page.evaluate(() => localStorage.setItem("username", "Ő".repeat(100)));
    for (const path of [page.url(), `${club.url}/login`]) {
      await page.goto(path);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
  });
});

test("lists every way to sign in before the terms", async () => {
  await visit({}, async (page) => {
    await page.goto(`${club.url}/login`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
    const text = await page.getByRole("main").innerText();
    expect(text).toMatch(
      /\bor\b[\s\S]*Continue with Google\s+Sign in with a passkey[\s\S]*Register\s+By continuing/,
    );
  });
});

test("shows and hides the password", async () => {
  await visit({}, async (page) => {
    await page.goto(`${club.url}/login`);
    await fillFields(page, { Password: "secret" });
    await page.getByRole("button", { name: "Show" }).click();
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
    await page.getByRole("button", { name: "Hide" }).click();
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("password");
  });
});
