import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { findLinkToken, listEmailsTo, password } from "#tests/support/accounts.ts";
import { findViolationsInAllLayouts } from "#tests/support/axe.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();
const visit = openBrowser();
let count = 0;
const someone = () => `guest${++count}@oten.example`;

async function fillIn(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
}

const press = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name }).click();

async function signUp(page: Page, email: string) {
  await page.goto(`${club.url}/register`);
  await fillIn(page, {
    "First name": "Lőrinc",
    "Last name": "Nagy",
    Email: email,
    Password: password,
    "Repeat Password": password,
  });
  await press(page, "Register");
  await page.getByRole("heading", { name: "Confirm your email" }).waitFor();
  await page.goto(`${club.url}/auth/confirm?token=${await findLinkToken(club, email)}`);
  await page.getByRole("heading", { name: "Your account is almost ready!" }).waitFor();
  await press(page, "Take the Quiz");
  await page.getByRole("heading", { name: "What makes an evening a good one?" }).waitFor();
}

describe.each([true, false])("with JavaScript %s", (javaScriptEnabled) => {
  test("from sign-up to signed out, and back by a new password", async () => {
    const email = someone();
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
      await fillIn(page, { Email: email, Password: "Wrong-5-Leves" });
      await press(page, "Login");
      await page.getByRole("alert").getByText("Invalid login credentials").waitFor();
      expect(await page.getByLabel("Email").inputValue()).toBe(email);
      expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");

      await page.getByRole("link", { name: "Forgot your password?" }).click();
      await fillIn(page, { Email: email });
      await press(page, "Send the link");
      await page.getByText("we have sent a link").waitFor();
      await page.goto(`${club.url}/reset-password?token=${await findLinkToken(club, email)}`);
      await fillIn(page, { Password: "Halaszle-7-Leves", "Repeat Password": "Halaszle-7-Leves" });
      await press(page, "Save");
      await page.getByText("Your password is changed. You are signed in.").waitFor();
      expect((await listEmailsTo(club, email))[0]?.subject).toBe("Your password was changed");
    });
  });

  test("signing in says so once", async () => {
    const email = someone();
    await visit({ javaScriptEnabled }, (page) => signUp(page, email));
    await visit({ javaScriptEnabled }, async (page) => {
      await page.goto(`${club.url}/login`);
      await fillIn(page, { Email: email, Password: password });
      await press(page, "Login");
      await page.getByText("Sign in successful!").waitFor();
      await page.reload();
      expect(await page.getByText("Sign in successful!").count()).toBe(0);
    });
  });

  test("a local club plays Google itself", async () => {
    await visit({ javaScriptEnabled }, async (page) => {
      await page.goto(`${club.url}/register`);
      await press(page, "Continue with Google");
      await fillIn(page, { Name: "Réka", Email: someone() });
      await press(page, "Continue");
      await page.getByText("Sign in successful!").waitFor();
      await page.goto(`${club.url}/dashboard/settings`);
      await page.getByText("Réka").first().waitFor();
    });
  });

  test("sign-up refuses in the order of the fields, and keeps what was typed", async () => {
    await visit({ javaScriptEnabled }, async (page) => {
      await page.goto(`${club.url}/register`);
      await fillIn(page, { "First name": "Lőrinc", Email: "nobody", Password: "a", "Repeat Password": "b" });
      await press(page, "Register");
      await page.getByText("Please enter a valid email address").waitFor();
      expect(await page.getByLabel("First name").inputValue()).toBe("Lőrinc");
      await fillIn(page, { Email: someone(), Password: "a", "Repeat Password": "b" });
      await press(page, "Register");
      await page.getByText("Your passwords do not match").waitFor();
      await fillIn(page, { Password: "weak", "Repeat Password": "weak" });
      await press(page, "Register");
      await page.getByText("Please use at least 8 characters and the mix of").waitFor();
    });
  });
});

test("a failure in the address's fragment shows the form to send again", async () => {
  await visit({}, async (page) => {
    await page.goto(`${club.url}/email-confirmed#error_code=403&error_description=The+link+is+too+old`);
    await page.getByRole("heading", { name: "The link is too old" }).waitFor();
    await press(page, "Resend Email");
    await page.getByText("Email is required").waitFor();
    await fillIn(page, { Email: "nobody@oten.example" });
    await press(page, "Resend Email");
    await page.getByText("Please check your inbox for the confirmation email.").waitFor();
    expect(await page.getByText("Email is required").count()).toBe(0);
  });
});

test("other tabs learn of signing in and out, and the name is remembered", async () => {
  const email = someone();
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

test("a complaint goes as soon as its field is mended", async () => {
  await visit({}, async (page) => {
    await page.goto(`${club.url}/register`);
    await fillIn(page, { Email: "nobody" });
    await press(page, "Register");
    await page.getByText("Please enter a valid email address").waitFor();
    await fillIn(page, { Email: "nobody@oten.example" });
    expect(await page.getByText("Please enter a valid email address").isVisible()).toBe(false);
    await fillIn(page, { Password: "a", "Repeat Password": "b" });
    await press(page, "Register");
    await page.getByText("Your passwords do not match").waitFor();
    expect(await page.getByText("At least 8 characters").isVisible()).toBe(true);
  });
});

test("a name of a hundred letters stays on the page", async () => {
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

test("a password can be seen while it is typed", async () => {
  await visit({}, async (page) => {
    await page.goto(`${club.url}/login`);
    await fillIn(page, { Password: "secret" });
    await page.getByRole("button", { name: "Show" }).click();
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
    await page.getByRole("button", { name: "Hide" }).click();
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("password");
  });
});

describe.each([
  "/register",
  "/login",
  "/confirm-your-email",
  "/email-confirmed",
  "/email-confirmed?error_code=403&error_description=Too+late",
  "/forgot-password",
  "/reset-password",
  "/dev/outbox",
  "/dev/google",
])("%s", (path) => {
  test("axe finds nothing in either theme at any width, and nothing scrolls sideways", async () => {
    await visit({}, async (page) => {
      await page.goto(club.url + path);
      expect(await findViolationsInAllLayouts(page)).toEqual([]);
    });
  });
});
