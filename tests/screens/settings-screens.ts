import { eq } from "drizzle-orm";
import { passkeys, users } from "#app/db/schema/account.ts";
import { securityNotes } from "#app/db/schema/security.ts";
import { startRecovery } from "#app/models/account/recoveries.server.ts";
import { addBrokenAddresses } from "#app/models/outbox/broken-addresses.server.ts";
import { password } from "#tests/support/accounts.ts";
import { laterQuestionIds } from "#tests/support/quiz.ts";
import type { Club } from "#tests/support/start-club.ts";
import { inDays, seatFive } from "./dinners.ts";
import { addPerson, type Person, startOldSession } from "./people.ts";
import type { Screen, ScreenList } from "./screen.ts";
import { addToken } from "./signed-links.ts";

const addPasskey = ({ db }: Club, { userId }: Person) =>
  db.insert(passkeys).values({
    credentialId: crypto.randomUUID(),
    userId,
    publicKey: "",
    counter: 0,
    transports: ["internal"],
    name: "Firefox on Android",
    createdAt: new Date(),
  });

const home = "/dashboard/settings";

export const settingsScreens: ScreenList = {
  routes: [
    home,
    `${home}/answers`,
    `${home}/data`,
    `${home}/delete`,
    `${home}/email`,
    `${home}/history`,
    `${home}/password`,
    `${home}/security`,
    `${home}/verify`,
  ],
  async create(club) {
    const person = await addPerson(club, "Réka", { hasPhoto: true });
    const plain = await addPerson(club, "Réka");
    const other = await addPerson(club, "Anna");
    const recovered = await addPerson(club, "Vilma");
    await startRecovery(club.db, {
      userId: recovered.userId,
      newEmail: `new-${recovered.email}`,
      now: new Date(),
    });
    const unreachable = await addPerson(club, "Zita");
    await addBrokenAddresses(club.db, { emails: [unreachable.email], reason: "bounced", now: new Date() });
    const old = await startOldSession(club, person);
    await addPasskey(club, person);
    await club.db.update(users).set({ passwordHash: null }).where(eq(users.id, other.userId));
    const token = await addToken(club, person, "change-email");
    await club.db.insert(securityNotes).values(
      Array.from({ length: 15 }, (_, i) => ({
        userId: person.userId,
        at: new Date(Date.now() - i * 3_600_000),
        kind: i === 1 ? ("looked-at" as const) : ("passkey-added" as const),
        madeBy: i === 1 ? ("operator" as const) : ("diner" as const),
        detail: i === 1 ? "user show" : "Firefox on Android, Budapest, Hungary",
      })),
    );
    const { eventId, people } = await seatFive(club, plain, inDays(-10));
    await club.binding.batch([
      club.binding
        .prepare(
          "INSERT INTO avoidances (user_id, other_id, by_operator, event_id, created_at) VALUES (?, ?, 0, ?, ?)",
        )
        .bind(plain.userId, people[1]?.userId, eventId, Date.now()),
      club.binding
        .prepare(`DELETE FROM user_answers WHERE user_id = ? AND question_id IN (3, 4, ${laterQuestionIds})`)
        .bind(plain.userId),
    ]);

    const at = (name: string, page: string, more: Partial<Screen> = {}): Screen => ({
      name: `settings/${name}`,
      route: home + page,
      path: home + page,
      cookie: person.cookie,
      ...more,
    });
    return [
      at("home", ""),
      at("home-saved", "", { form: { intent: "emails" } }),
      at("home-calendar-feed", "", { form: { intent: "calendar", calendar: "feed" } }),
      at("home-new-questions", "", { cookie: plain.cookie }),
      at("answers", "/answers"),
      at("answers-later", "/answers", { cookie: plain.cookie }),
      at("verify", "/verify", { cookie: old }),
      at("verify-wrong", "/verify", { cookie: old, form: { password: "Wrong-5-Leves" }, status: 400 }),
      at("security", "/security"),
      at("security-after-reset", "/security", { path: `${home}/security?after=reset` }),
      at("security-old-session", "/security", { cookie: old }),
      at("security-no-passkey", "/security", { cookie: plain.cookie }),
      at("email", "/email"),
      at("email-error", "/email", { form: { email: person.email }, status: 400 }),
      at("email-sent", "/email", { form: { email: `moved-${person.email}` } }),
      at("email-too-early", "/email", {
        prepare: () => addToken(club, person, "change-email"),
        form: { email: `new-${person.email}` },
        status: 429,
      }),
      at("email-link", "/email", { path: `${home}/email?token=${token}` }),
      at("email-link-other-account", "/email", {
        path: `${home}/email?token=${token}`,
        cookie: other.cookie,
      }),
      at("email-link-invalid", "/email", { path: `${home}/email?token=wrong` }),
      at("history-recovery", "/history", { cookie: recovered.cookie }),
      at("email-comes-back", "/email", { cookie: unreachable.cookie }),
      at("password", "/password"),
      at("password-none", "/password", { cookie: other.cookie }),
      at("password-differ", "/password", { form: { password, repeatPassword: `${password}!` }, status: 400 }),
      at("history", "/history"),
      at("history-empty", "/history", { cookie: plain.cookie }),
      at("data", "/data"),
      at("delete", "/delete"),
      at("delete-error", "/delete", { form: { email: "somebody@oten.example" }, status: 400 }),
      {
        name: "settings/offline",
        route: home,
        path: "/dashboard/bookings",
        cookie: person.cookie,
        async act(page) {
          await page.waitForLoadState("networkidle");
          await page.context().setOffline(true);
          await page
            .locator(`header a[href="${home}"], nav a[href="${home}"]`)
            .first()
            .evaluate((link) => (link as HTMLElement).click());
          await page.getByText("No connection. Try again in a moment.").waitFor();
          await page.context().setOffline(false);
        },
      },
    ];
  },
};
