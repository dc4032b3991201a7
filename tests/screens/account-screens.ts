import { eq } from "drizzle-orm";
import { identities, passkeys, recoveries, tokens, users } from "#app/db/schema/account.ts";
import { events } from "#app/db/schema/event.ts";
import { newLinkId, toLinkToken } from "#app/lib/signatures.server.ts";
import { toStripeSession } from "#app/payments/stripe.server.ts";
import { password } from "#tests/support/accounts.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { addBooking, addDinner, inDays } from "./dinners.ts";
import { addPerson } from "./people.ts";
import type { Screen, ScreenList } from "./screen.ts";
import { addToken, linksOf } from "./signed-links.ts";

const checkout = {
  deposit: "",
  booking: "",
  checkout: "1",
  amount: 300_000,
  currency: "huf",
  created: Math.floor(Date.now() / 1000),
  success: "http://localhost/payment",
  cancel: "http://localhost/payment",
};

/** Sent with two different new passwords. */
const differing = { password, repeatPassword: `${password}!` };
const weak = { password: "paprika", repeatPassword: "paprika" };

const newcomer = { firstName: "Lőrinc", lastName: "Tóth", email: "lorinc@oten.example" };

/** Signing up and in, and what else emails and operators lead to without an account. */
export const accountScreens: ScreenList = {
  routes: [
    "/confirm-your-email",
    "/dev/checkout",
    "/dev/components",
    "/dev/google",
    "/dev/outbox",
    "/email-confirmed",
    "/onboarding",
    "/forgot-password",
    "/login",
    "/register",
    "/reset-password",
    "/stop-recovery",
    "/unsubscribe",
  ],
  async create(club) {
    const person = await addPerson(club);
    const date = inDays(12);
    const { eventId, venueId } = await addDinner(club, date, { isOpen: true });
    await club.db.update(events).set({ capacity: 40, taken: 33 }).where(eq(events.id, eventId));
    const { unsubscribe } = linksOf(await addBooking(club, person, { eventId, venueId }), date);
    const confirm = await addToken(club, person, "confirm");
    const reset = await addToken(club, person, "reset");
    const owner = await addPerson(club);
    const resetWithWays = await addToken(club, owner, "reset");
    const way = { userId: owner.userId, publicKey: "", counter: 0, transports: ["internal"] };
    const used = { lastUsedAt: inDays(-2) };
    await club.db.insert(passkeys).values([
      { ...way, credentialId: "new", name: "Firefox on Android", createdAt: inDays(-3) },
      { ...way, ...used, credentialId: "old", name: "Safari on iPhone", createdAt: inDays(-500) },
    ]);
    await club.db
      .insert(identities)
      .values({ provider: "google", subject: "1", userId: owner.userId, createdAt: inDays(-90), ...used });
    const linkId = newLinkId();
    const waits = { newEmail: "new@oten.example", createdAt: new Date(), dueAt: inDays(3) };
    await club.db.insert(recoveries).values({ userId: person.userId, linkId, ...waits });
    const stop = `/stop-recovery?token=${toLinkToken(emailEnv, "stop-recovery", linkId)}`;
    const session = toStripeSession(checkout, "open").id;

    const at = (route: string, name: string, more: Partial<Screen> = {}): Screen => ({
      name: `account/${name}`,
      route,
      path: route,
      ...more,
    });
    return [
      at("/register", "register"),
      at("/register", "register-dinner", { cookie: writeCookie("dinner", eventId) }),
      at("/register", "register-wrong-email", { form: { ...newcomer, email: "lorinc" }, status: 400 }),
      at("/register", "register-passwords-differ", { form: { ...newcomer, ...differing }, status: 400 }),
      at("/register", "register-weak-password", { form: { ...newcomer, ...weak }, status: 400 }),
      at("/confirm-your-email", "register-done", {
        path: "/register",
        form: { ...newcomer, password, repeatPassword: password },
        ends: "/confirm-your-email",
      }),
      at("/login", "login"),
      at("/login", "login-known", {
        async act(page) {
          await page.evaluate(() => localStorage.setItem("username", "Réka"));
          await page.reload();
          await page.getByText("again, Réka").waitFor();
          await page.evaluate(() => localStorage.clear());
        },
      }),
      at("/login", "login-wrong", { form: { email: person.email, password: "Wrong-5-Leves" }, status: 400 }),
      at("/login", "login-google-refused", { path: "/login?refused=not-linked" }),
      at("/login", "login-blocked", { path: "/login?refused=blocked" }),
      at("/email-confirmed", "confirm-email", { path: `/email-confirmed?token=${confirm}` }),
      at("/email-confirmed", "confirmed"),
      at("/email-confirmed", "confirmed-dinner", { cookie: writeCookie("dinner", eventId) }),
      // The page itself is seen only while the database is slow.
      at("/onboarding", "onboarding-signed-out", { ends: "/" }),
      at("/email-confirmed", "confirmation-failed", { path: "/email-confirmed?token=wrong" }),
      at("/email-confirmed", "resend-wrong-email", { form: { email: "lorinc" }, status: 400 }),
      at("/email-confirmed", "resent", { form: { email: "anna@oten.example" } }),
      at("/forgot-password", "forgot"),
      at("/forgot-password", "forgot-wrong-email", { form: { email: "lorinc" }, status: 400 }),
      at("/forgot-password", "forgot-sent", { form: { email: "nobody@oten.example" } }),
      at("/forgot-password", "forgot-too-early", {
        form: { email: "anna@oten.example" },
        async act(page) {
          await page.getByRole("button", { name: "Send it again" }).click();
          await page.getByText("You’ve just asked for a link").waitFor();
        },
      }),
      at("/reset-password", "reset", { path: `/reset-password?token=${reset}` }),
      at("/reset-password", "reset-other-ways", { path: `/reset-password?token=${resetWithWays}` }),
      at("/reset-password", "reset-unconfirmed", {
        prepare: () =>
          club.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, person.userId)),
        path: `/reset-password?token=${reset}`,
        tidy: () =>
          club.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, person.userId)),
      }),
      at("/reset-password", "reset-invited", {
        async prepare() {
          await club.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, person.userId));
          await club.db
            .update(tokens)
            .set({ firstName: "Réka", lastName: "Kiss" })
            .where(eq(tokens.id, reset.slice(0, 22)));
        },
        path: `/reset-password?token=${reset}`,
        async tidy() {
          await club.db
            .update(users)
            .set({ emailConfirmedAt: new Date() })
            .where(eq(users.id, person.userId));
          await club.db
            .update(tokens)
            .set({ firstName: null, lastName: null })
            .where(eq(tokens.id, reset.slice(0, 22)));
        },
      }),
      at("/reset-password", "reset-passwords-differ", {
        path: `/reset-password?token=${reset}`,
        form: { token: reset, ...differing },
        status: 400,
      }),
      at("/reset-password", "reset-link-invalid"),
      at("/stop-recovery", "stop-recovery", { path: stop }),
      at("/stop-recovery", "recovery-stopped", { path: stop, form: {} }),
      at("/stop-recovery", "nothing-to-stop"),
      at("/unsubscribe", "unsubscribe", { path: unsubscribe }),
      at("/unsubscribe", "unsubscribed", { path: unsubscribe, form: {} }),
      at("/unsubscribe", "unsubscribe-link-incomplete", { status: 400 }),
      at("/dev/google", "local-google"),
      at("/dev/checkout", "local-checkout", { path: `/dev/checkout?session=${session}` }),
      at("/dev/checkout", "local-checkout-declined", {
        path: `/dev/checkout?session=${session}`,
        form: { answer: "decline" },
        status: 402,
      }),
      at("/dev/outbox", "local-outbox"),
      at("/dev/components", "local-components"),
    ];
  },
};
