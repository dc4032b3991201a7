import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { listEmailsTo, newEmail, password, signUp } from "#tests/support/accounts.ts";
import { openBrowser, type VisitOptions } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { addPasskey } from "#tests/support/passkeys.ts";

const club = openClub();
const visit = openBrowser();

/** A passkey can't belong to an IP address. */
const address = () => club.url.replace("127.0.0.1", "localhost");

const signInByCookie = (page: Page, cookies: string) => addCookies(page, cookies, address());

/** Adds a device with a fingerprint reader to the browser. */
async function addDevice(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    listCredentials: async () =>
      (await browser.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}

/** The device answers at once, also where a page only offers passkeys: without this no button could be clicked in time. */
const offerPasskeysByButtonOnly = (page: Page) =>
  page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");

const clickButton = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name }).click();

async function verifyWithPassword(page: Page) {
  await page.getByRole("heading", { name: "Confirm it’s you" }).waitFor();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await clickButton(page, "Continue");
}

async function logOut(page: Page) {
  await page.goto(`${address()}/dashboard`);
  await page.getByRole("button", { name: "Logout" }).first().click();
  await page.waitForURL(`${address()}/`);
}

async function addInSettings(page: Page) {
  await page.goto(`${address()}/dashboard/settings/security`);
  await clickButton(page, "Add a passkey");
  await verifyWithPassword(page);
  await clickButton(page, "Add a passkey");
  await page.getByText("Saved.").waitFor();
}

test("adds a passkey, signs in with it, verifies with it, removes the password and the passkey", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  await visit({}, async (page) => {
    await offerPasskeysByButtonOnly(page);
    const device = await addDevice(page);
    await signInByCookie(page, cookie);
    await addInSettings(page);
    await page.getByText(/Added .*; never used/).waitFor();
    expect(await device.listCredentials()).toMatchObject([
      { isResidentCredential: true, rpId: "localhost", userName: email },
    ]);
    expect((await listEmailsTo(club, email))[0]?.subject).toBe("A passkey was added to your account");

    await clickButton(page, "Add a passkey");
    await page.getByText("This device already has a passkey for your account.").waitFor();

    await logOut(page);
    await page.goto(`${address()}/login?next=%2Fdashboard%2Fsettings%2Fdata`);
    await clickButton(page, "Sign in with a passkey");
    await page.getByRole("heading", { name: "Confirm it’s you" }).waitFor();

    await clickButton(page, "Use a passkey");
    await page.waitForURL(`${address()}/dashboard/settings/data`);
    await page.goto(`${address()}/dashboard/settings/password`);
    await clickButton(page, "Remove my password");
    await page.getByText("You don’t have a password.").waitFor();
    await page.goto(`${address()}/dashboard/settings/security`);
    await page
      .getByText(/last used/)
      .first()
      .waitFor();

    await clickButton(page, /^Remove the passkey of/);
    await page.getByRole("alert").getByText("This passkey is your only way to sign in.").waitFor();

    await logOut(page);
    await page.goto(`${address()}/login`);
    await clickButton(page, "Sign in with a passkey");
    await page.getByText("Sign in successful!").waitFor();

    await page.goto(`${address()}/dashboard/settings/password`);
    await page.getByRole("heading", { name: "Confirm it’s you" }).waitFor();
    expect(await page.getByLabel("Password", { exact: true }).count()).toBe(0);
    await clickButton(page, "Use a passkey");
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Repeat Password").fill(password);
    await clickButton(page, "Save password");
    await page.getByText("You have a password.").waitFor();
    await page.goto(`${address()}/dashboard/settings/security`);
    await clickButton(page, /^Remove the passkey of/);
    await page.getByText("Saved.").waitFor();
    expect(await page.getByRole("button", { name: /^Remove the passkey of/ }).count()).toBe(0);
    await expect.poll(device.listCredentials).toEqual([]);
  });
});

test("a device forgets a passkey that no account has, once it was refused", async () => {
  const cookie = await signUp(club, newEmail());
  await visit({}, async (page) => {
    await offerPasskeysByButtonOnly(page);
    const device = await addDevice(page);
    await signInByCookie(page, cookie);
    await addInSettings(page);
    await logOut(page);
    await club.binding.exec("DELETE FROM passkeys");
    await page.goto(`${address()}/login`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
    expect(await device.listCredentials()).toHaveLength(1);
    await clickButton(page, "Sign in with a passkey");
    await page.getByText("We don’t know this passkey.").waitFor();
    await expect.poll(device.listCredentials).toEqual([]);
  });
});

test("offers passkeys where the browser fills in the email", async () => {
  const cookie = await signUp(club, newEmail());
  await visit({}, async (page) => {
    await addDevice(page);
    await signInByCookie(page, cookie);
    await addInSettings(page);
    await logOut(page);
    await page.goto(`${address()}/login`);
    await page.getByText("Sign in successful!").waitFor();
  });
});

test("says so where no passkey was used, and the password still works", async () => {
  const email = newEmail();
  await signUp(club, email);
  await visit({}, async (page) => {
    await addDevice(page);
    await page.goto(`${address()}/login`);
    await clickButton(page, "Sign in with a passkey");
    await page.getByText("No passkey was used. Try again, or sign in another way.").waitFor();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await clickButton(page, "Login");
    await page.getByText("Sign in successful!").waitFor();
  });
});

test.each<[string, VisitOptions, string]>([
  ["JavaScript", { javaScriptEnabled: false }, ""],
  ["support in the browser", {}, "delete window.PublicKeyCredential"],
])("offers nothing without %s, and says why in the settings", async (_, options, script) => {
  const cookie = await signUp(club, newEmail());
  await addPasskey(club, cookie);
  await visit(options, async (page) => {
    if (script) await page.addInitScript(script);
    await page.goto(`${address()}/login`);
    await page.waitForLoadState("networkidle");
    expect(await page.getByRole("button", { name: /passkey/i }).count()).toBe(0);
    await signInByCookie(page, cookie);
    await page.goto(`${address()}/dashboard/settings/security`);
    await page.getByText("you need a newer browser with JavaScript").waitFor();
    expect(await page.getByRole("button", { name: "Add a passkey" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Remove the passkey of/ }).count()).toBe(1);
    await club.binding.exec("UPDATE sessions SET verified_at = null");
    await page.goto(`${address()}/dashboard/settings/verify`);
    await page.waitForLoadState("networkidle");
    expect(await page.getByRole("button", { name: /passkey/i }).count()).toBe(0);
  });
});
