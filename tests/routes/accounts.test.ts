import { describe, expect, test } from "vitest";
import {
  cookiesOf,
  form,
  login,
  mailsTo,
  password,
  register,
  sees,
  signUp,
  tokenFor,
} from "../support/accounts.ts";
import { openClub } from "../support/club.ts";

const club = openClub();
let count = 0;
const someone = () => `diner${++count}@oten.example`;

describe("signing up", () => {
  test.each([
    ["not an address", { email: "nobody" }, "Please enter a valid email address"],
    ["no address at all", { email: "" }, "Please enter a valid email address"],
    [
      "a bad address and two passwords: the address comes first",
      { email: "a b@c.d", repeatPassword: "x" },
      "Please enter a valid email address",
    ],
    ["two passwords", { repeatPassword: "Other-5-Leves" }, "Your passwords do not match"],
    ...[
      ["a short one", "Pap-5ri"],
      ["one without capitals", "paprika-5-leves"],
      ["one without small letters", "PAPRIKA-5-LEVES"],
      ["one without numbers", "Paprika-Leves"],
      ["a common one", "Password1"],
      ["their own name", "Zsofi1990"],
    ].map(([name = "", weak = ""]): [string, Record<string, string>, string] => [
      name,
      { password: weak, repeatPassword: weak },
      "Please use at least 8 characters and the mix of Lowercase, Uppercase, and Numbers for password",
    ]),
  ])("%s is answered in a sentence, and what was typed stays", async (_, more, message) => {
    const response = await register(club, someone(), more as Record<string, string>);
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain(message);
    expect(html).toContain('value="Zsófi"');
    expect(html).not.toContain(password);
  });

  test("stores the account unconfirmed and mails a link", async () => {
    const email = someone();
    const response = await register(club, email.toUpperCase());
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/confirm-your-email"]);
    await expect.poll(async () => (await mailsTo(club, email))[0]?.sentAt).not.toBeNull();
    const [mail, ...others] = await mailsTo(club, email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Confirm your email");
    expect(mail?.html).toContain(`${club.url}/auth/confirm?token=`);

    const refused = await login(club, email);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Email not confirmed");
  });

  test("an address that has an account is answered the same, and its owner is told", async () => {
    const [known, fresh] = [someone(), someone()];
    await register(club, known);
    const answers = await Promise.all([register(club, known), register(club, fresh)]);
    const [first, second] = await Promise.all(
      answers.map(async (answer) => ({
        status: answer.status,
        location: answer.headers.get("Location"),
        cookies: answer.headers.getSetCookie(),
        body: await answer.text(),
      })),
    );
    expect(first).toEqual(second);
    expect((await mailsTo(club, known)).map((mail) => mail.subject)).toContain("You have an account already");
  });

  test("ten at once make one account", async () => {
    const email = someone();
    await Promise.all(Array.from({ length: 10 }, () => register(club, email)));
    const { results } = await club.binding.prepare("SELECT id FROM users WHERE email = ?").bind(email).all();
    expect(results).toHaveLength(1);
    const { results: profiles } = await club.binding
      .prepare("SELECT profiles.id FROM profiles JOIN users USING (id) WHERE email = ?")
      .bind(email)
      .all();
    expect(profiles).toHaveLength(1);
  });
});

describe("confirming", () => {
  test("opening the link changes nothing; one press confirms, signs in and goes to the quiz", async () => {
    const email = someone();
    await register(club, email);
    const token = await tokenFor(club, email);
    for (const _ of [1, 2]) {
      const opened = await club.fetch(`/auth/confirm?token=${token}`);
      expect(opened.headers.get("Location")).toBe(`/email-confirmed?token=${token}`);
    }
    expect(await (await club.fetch(`/email-confirmed?token=${token}`)).text()).toContain(
      "Your account is almost ready!",
    );
    const pressed = await club.fetch("/email-confirmed", form({ token }));
    expect(pressed.headers.get("Location")).toBe("/quiz");
    expect(await sees(club, cookiesOf(pressed))).toBe(200);
    expect((await login(club, email)).status).toBe(302);
  });

  test("of fifty presses at once one wins", async () => {
    const email = someone();
    await register(club, email);
    const token = await tokenFor(club, email);
    const pressed = await Promise.all(
      Array.from({ length: 50 }, () => club.fetch("/email-confirmed", form({ token }))),
    );
    expect(pressed.filter((answer) => answer.headers.get("Location") === "/quiz")).toHaveLength(1);
    expect(pressed.filter((answer) => cookiesOf(answer).includes("session="))).toHaveLength(1);
  });

  test.each(["", "nonsense", "a".repeat(5_000)])(
    "a link that is no good leads to the failure (%#)",
    async (token) => {
      const opened = await club.fetch(`/auth/confirm?${new URLSearchParams({ token })}`);
      const onward = opened.headers.get("Location") ?? "";
      expect(onward).toContain("error_code=403");
      const html = await (await club.fetch(onward)).text();
      expect(html).toContain("Email link is invalid or has expired");
      expect(html).toContain("Please enter your email to resend the confirmation email:");
    },
  );

  test("a link that has expired is no good", async () => {
    const email = someone();
    await register(club, email);
    const token = await tokenFor(club, email);
    await club.binding.exec("UPDATE tokens SET expires_at = 1");
    expect(cookiesOf(await club.fetch("/email-confirmed", form({ token })))).toBe("");
  });

  test.each([
    ["", "Email is required"],
    ["   ", "Email is required"],
    ["nobody", "Please enter a valid email address"],
  ])("resending to %j is refused", async (email, message) => {
    const response = await club.fetch("/email-confirmed", form({ email }));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(message);
  });

  test("resending says the same to everyone, and mails at most once a minute", async () => {
    const email = someone();
    await register(club, email);
    const ask = async (to: string) => (await club.fetch("/email-confirmed", form({ email: to }))).text();
    const said = await Promise.all([ask(email), ask(email), ask("stranger@oten.example")]);
    for (const html of said) expect(html).toContain("Please check your inbox for the confirmation email.");
    expect(await mailsTo(club, email)).toHaveLength(1);
    expect(await mailsTo(club, "stranger@oten.example")).toHaveLength(0);
  });

  test("five mails a day are enough", async () => {
    const email = someone();
    await register(club, email);
    for (let ask = 0; ask < 7; ask++) {
      await club.binding.exec("UPDATE outbox SET created_at = created_at - 61000");
      await club.fetch("/email-confirmed", form({ email }));
    }
    expect(await mailsTo(club, email)).toHaveLength(5);
  });
});

describe("signing in and out", () => {
  test("a wrong password and an unknown address are one message", async () => {
    const email = someone();
    await signUp(club, email);
    const [wrong, unknown] = await Promise.all([
      login(club, email, { password: "Wrong-5-Leves" }),
      login(club, someone(), { password: "Wrong-5-Leves" }),
    ]);
    expect([wrong.status, unknown.status]).toEqual([400, 400]);
    for (const answer of [wrong, unknown]) expect(await answer.text()).toContain("Invalid login credentials");
  });

  test("leads onward, says so once, and only within the site", async () => {
    const email = someone();
    await signUp(club, email);
    const plain = await login(club, email);
    expect(plain.headers.get("Location")).toBe("/onboarding");
    expect((await login(club, email, { next: "/quiz" })).headers.get("Location")).toBe("/quiz");
    expect((await login(club, email, { next: "//evil.example" })).headers.get("Location")).toBe(
      "/onboarding",
    );

    const greeted = await club.fetch("/dashboard", { headers: { Cookie: cookiesOf(plain) } });
    expect(await greeted.text()).toContain("Sign in successful!");
    expect(greeted.headers.getSetCookie().join()).toContain("notice=; ");
  });

  test("with a session, login and register lead to onboarding", async () => {
    const cookie = await signUp(club, someone());
    for (const path of ["/login", "/register"]) {
      const response = await club.fetch(path, { headers: { Cookie: cookie } });
      expect(response.headers.get("Location")).toBe("/onboarding");
    }
  });

  test("without one, what is protected leads home", async () => {
    for (const path of ["/onboarding", "/dashboard"]) {
      expect((await club.fetch(path)).headers.get("Location")).toBe("/");
      expect(
        (await club.fetch(path, { headers: { Cookie: "session=forged" } })).headers.get("Location"),
      ).toBe("/");
    }
    expect((await club.fetch("/quiz")).headers.get("Location")).toBe("/login?next=/quiz");
  });

  test("signing in again ends the session the browser came with", async () => {
    const email = someone();
    const old = await signUp(club, email);
    const fresh = cookiesOf(await login(club, email, {}, { Cookie: "session=nothing" }));
    expect(await sees(club, old)).toBe(200);
    expect(await sees(club, fresh)).toBe(200);
    const { results } = await club.binding.prepare("SELECT token_hash FROM sessions").all();
    expect(JSON.stringify(results)).not.toContain(fresh.split("session=")[1]?.split(";")[0]);
  });

  test("an old cookie is refused on the very next request after signing out", async () => {
    const cookie = await signUp(club, someone());
    const out = await club.fetch("/logout", { method: "POST", headers: { Cookie: cookie } });
    expect([out.status, out.headers.get("Location")]).toEqual([302, "/"]);
    expect(await sees(club, cookie)).toBe(302);
    expect((await club.fetch("/logout")).headers.get("Location")).toBe("/");
  });

  test("sessions slide at half their life, and end", async () => {
    const cookie = await signUp(club, someone());
    const day = 86_400_000;
    const age = (days: number) =>
      club.binding
        .prepare("UPDATE sessions SET expires_at = ?")
        .bind(Date.now() + days * day)
        .run();
    await age(20);
    expect((await club.fetch("/dashboard", { headers: { Cookie: cookie } })).headers.getSetCookie()).toEqual(
      [],
    );
    await age(10);
    const renewed = await club.fetch("/dashboard", { headers: { Cookie: cookie } });
    expect(renewed.headers.getSetCookie().join()).toMatch(/session=.*Max-Age=2592000/);
    await age(-1);
    expect(await sees(club, cookie)).toBe(302);
  });

  test("ten wrong tries lock an address, from wherever they come, and a reset lets its owner in", async () => {
    const email = someone();
    await signUp(club, email);
    const tries = await Promise.all(
      Array.from({ length: 15 }, (_, i) =>
        login(club, email, { password: "Wrong-5-Leves" }, { "CF-Connecting-IP": `192.0.2.${i}` }),
      ),
    );
    const statuses = tries.map((answer) => answer.status).sort();
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(5).fill(429)]);
    const locked = await login(club, email);
    expect([locked.status, locked.headers.get("Retry-After")]).toEqual([429, "900"]);
    expect(await locked.text()).toContain("Too many tries.");

    await club.fetch("/forgot-password", form({ email }));
    const token = await tokenFor(club, email);
    const fresh = "Halászlé-7-Leves";
    await club.fetch("/reset-password", form({ token, password: fresh, repeatPassword: fresh }));
    expect((await login(club, email, { password: fresh })).status).toBe(302);
  });
});

describe("recovering", () => {
  test("a reset ends every session, tells the owner, and works once", async () => {
    const email = someone();
    const old = await signUp(club, email);
    const asked = await club.fetch("/forgot-password", form({ email }));
    const stranger = await club.fetch("/forgot-password", form({ email: someone() }));
    expect([asked.status, stranger.status]).toEqual([200, 200]);
    const token = await tokenFor(club, email);
    const fresh = "Halászlé-7-Leves";
    const use = () => club.fetch("/reset-password", form({ token, password: fresh, repeatPassword: fresh }));
    const uses = await Promise.all(Array.from({ length: 10 }, use));
    expect(uses.filter((answer) => answer.headers.get("Location") === "/onboarding")).toHaveLength(1);
    expect(await sees(club, old)).toBe(302);
    expect((await login(club, email)).status).toBe(400);
    expect((await mailsTo(club, email))[0]?.subject).toBe("Your password was changed");
  });

  test.each([
    [{ password: "weak", repeatPassword: "weak" }, "Please use at least 8 characters"],
    [{ password, repeatPassword: "Other-5-Leves" }, "Your passwords do not match"],
  ])("a bad new password is refused and the link stays good (%#)", async (more, message) => {
    const email = someone();
    await signUp(club, email);
    await club.fetch("/forgot-password", form({ email }));
    const token = await tokenFor(club, email);
    const refused = await club.fetch(`/reset-password?token=${token}`, form({ token, ...more }));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(message);
    expect(await (await club.fetch(`/reset-password?token=${token}`)).text()).toContain("Repeat Password");
  });
});

test.each(["/register", "/login", "/email-confirmed", "/forgot-password", "/reset-password", "/logout"])(
  "%s survives whatever is posted to it",
  async (path) => {
    const bodies: RequestInit[] = [
      { body: "" },
      { body: "%%%=%E0%A4%A&email[]=1" },
      { body: "{", headers: { "Content-Type": "application/json" } },
      { body: "--x\r\nbroken", headers: { "Content-Type": "multipart/form-data; boundary=x" } },
      {
        body: new URLSearchParams({
          email: "a".repeat(100_000),
          password: "b".repeat(100_000),
          token: "\u0000",
        }),
      },
      { body: new URLSearchParams({ email: "' OR 1=1 --@x.y", password, repeatPassword: password }) },
    ];
    for (const init of bodies) {
      const answer = await club.fetch(path, { method: "POST", ...init });
      expect(answer.status, JSON.stringify(init)).toBeLessThan(500);
      await answer.body?.cancel();
    }
  },
);
