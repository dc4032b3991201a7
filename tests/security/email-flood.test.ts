import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "#app/db/schema/account.ts";
import { outbox } from "#app/db/schema.ts";
import { newLinkId } from "#app/lib/signatures.server.ts";
import { emailConfirmationAgain, emailResetLink } from "#app/models/account/email-links.server.ts";
import { createFormPost, listEmailsTo, newEmail, register, signUp } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { createRealRequest, validForms } from "#tests/support/real-requests.ts";
import { routesWithAction } from "#tests/support/routes.ts";
import { seatDiners } from "#tests/support/seated-diners.ts";

/** Somebody with many networks has a stranger emailed as often as they can. */
const club = openClub();
const minuteMs = 60_000;

interface Flood {
  path: string;
  subject: string;
  prepare(email: string): Promise<unknown>;
}

/** A link that is asked for now. */
const linkAt = (now: Date) => ({
  linkId: newLinkId(),
  now,
  expiresAt: new Date(now.getTime() + 60 * minuteMs),
});

const floods: Record<string, Flood> = {
  "a new password": {
    path: "/forgot-password",
    subject: "Let’s get you back in: choose a new password",
    prepare: (email) => signUp(club, email),
  },
  "the confirmation again": {
    path: "/email-confirmed",
    subject: "Confirm your email",
    async prepare(email) {
      await register(club, email);
      await club.db
        .update(outbox)
        .set({ createdAt: new Date(Date.now() - 61 * minuteMs) })
        .where(eq(outbox.to, email));
    },
  },
};

describe.each(Object.entries(floods))("whoever asks for %s", (_, { path, subject, prepare }) => {
  const countEmails = async (email: string) =>
    (await listEmailsTo(club, email)).filter((sent) => sent.subject === subject).length;

  async function ask(email: string) {
    const begunAt = performance.now();
    const answer = await club.fetch(path, createFormPost({ email }));
    const bytes = (await answer.text()).replaceAll(email, "…").replaceAll(/nonce="[^"]+"/g, "");
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]+/, ""));
    const names = [...answer.headers.keys()].sort();
    return { answer: { status: answer.status, bytes, cookies, names }, ms: performance.now() - begunAt };
  }

  test("forty times at once from forty networks sends one email, and learns nothing", async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    await prepare(known);
    const before = await countEmails(known);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => ask(i % 8 === 7 ? unknown : known)),
    );
    expect((await countEmails(known)) - before).toBe(1);
    expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
    expect(Math.min(...answers.map(({ ms }) => ms))).toBeGreaterThan(390);
    expect(await listEmailsTo(club, unknown)).toEqual([]);
  });

  test("again and again has three an hour sent", async () => {
    const email = newEmail();
    await prepare(email);
    const before = await countEmails(email);
    for (let minutes = 0; minutes < 20; minutes++) {
      await ask(email);
      await club.db.run(sql`update outbox set created_at = created_at - ${minuteMs}`);
    }
    expect((await countEmails(email)) - before).toBe(3);
    await club.db.run(sql`update outbox set created_at = created_at - ${40 * minuteMs}`);
    for (const _ of [1, 2]) await ask(email);
    expect((await countEmails(email)) - before).toBe(4);
  });
});

test("the minute and the hour end to the millisecond", async () => {
  const [confirmed, unconfirmed] = [newEmail(), newEmail()];
  await signUp(club, confirmed);
  await register(club, unconfirmed);
  // As if the sign-up had been long ago, and its email had left.
  await club.db.run(sql`update outbox set created_at = 0, sent_at = 1 where "to" = ${unconfirmed}`);
  const first = Date.now();
  const reset = async (laterMs: number) => {
    const link = linkAt(new Date(first + laterMs));
    const data = { linkId: link.linkId };
    await emailResetLink(club.db, { ...link, email: { kind: "reset-password", to: confirmed, data } });
  };
  const confirmAgain = async (laterMs: number) => {
    const link = linkAt(new Date(first + laterMs));
    const data = { linkId: link.linkId };
    const email = { kind: "confirm-email" as const, to: unconfirmed, data };
    await emailConfirmationAgain(club.db, { ...link, deviceHash: "", email });
  };
  for (const [send, to] of [
    [reset, confirmed],
    [confirmAgain, unconfirmed],
  ] as const) {
    const counts: number[] = [];
    for (const laterMs of [0, 59_999, 60_000, 120_000, 180_000, 3_599_999, 3_600_000]) {
      await send(laterMs);
      const [{ count = 0 } = {}] = await club.db.all<{ count: number }>(
        sql`select count(*) as count from outbox where "to" = ${to} and created_at >= ${first}`,
      );
      counts.push(count);
    }
    expect(counts).toEqual([1, 1, 2, 3, 3, 3, 4]);
  }
});

test("signing up with an address uses up no link for a new password", async () => {
  const email = newEmail();
  await signUp(club, email);
  for (let i = 0; i < 5; i++) {
    await register(club, email);
    await club.db.run(sql`update outbox set created_at = created_at - ${11 * minuteMs}`);
  }
  const subjects = async () => (await listEmailsTo(club, email)).map(({ subject }) => subject);
  expect(new Set(await subjects())).toEqual(new Set(["Welcome back: you already have an account"]));
  await club.fetch("/forgot-password", createFormPost({ email }));
  expect(await subjects()).toContain("Let’s get you back in: choose a new password");
});

/** Who sends it has typed the password of the account. */
const provedFirst = ["new-sign-in"];

/** In a form, whatever looks like an address. */
const isAddress = (value: string) => /^\S+@\S+$/.test(value);

test("whatever form takes an address, three emails of a kind an hour go to it, and only its owner or who typed it is named in the outbox", async () => {
  const all = await seatDiners(club);
  const senders = new Set(Object.values(all.diners).map(({ userId }) => userId));
  const problems = new Set<string>();
  const taking: string[] = [];
  for (const route of routesWithAction) {
    const { path, cookie, fields, diner } = await createRealRequest(club, route, all);
    const more = (await validForms[route.path]?.createOthers?.(diner, club)) ?? [];
    for (const form of [fields, ...more]) {
      const names = Object.keys(form).filter((name) => isAddress(form[name] ?? ""));
      if (names.length === 0) continue;
      taking.push(route.path);
      const [stranger, known] = [newEmail(), newEmail()];
      await signUp(club, known);
      await club.db.run(sql`delete from outbox`);
      // Each time from another network, and by each who may send it.
      for (const address of [stranger, known]) {
        for (let minutes = 0; minutes < 6; minutes++) {
          const body = new URLSearchParams({
            ...form,
            ...Object.fromEntries(names.map((name) => [name, address])),
          });
          const response = await club.fetch(path, { method: "POST", body, headers: { Cookie: cookie } });
          await response.body?.cancel();
          await club.db.run(sql`update outbox set created_at = created_at - ${minuteMs}`);
        }
        const sent = await club.db.select().from(outbox).where(eq(outbox.to, address));
        for (const [kind, list] of Map.groupBy(sent, (email) => email.kind))
          if (list.length > 3 && !provedFirst.includes(kind))
            problems.add(`${route.path} sends ${kind} without isWithinEmailLimit`);
        const owners = await club.db.$count(users, eq(users.email, address));
        for (const { kind, data } of sent) {
          const { userId = "" } = data as { userId?: string };
          // Nobody is signed in who asks for a city, and the request goes with the address.
          if (owners === 0 && !senders.has(userId) && kind !== "city-asked")
            problems.add(
              `${kind} of ${route.path} needs the userId of who sent it, so that it goes with them`,
            );
          if (JSON.stringify(data).includes(address))
            problems.add(`${kind} of ${route.path} keeps an address`);
        }
      }
    }
  }
  expect([...problems]).toEqual([]);
  expect(new Set(taking)).toEqual(
    new Set([
      "/dashboard/settings/delete",
      "/your-city",
      "/dashboard/settings/email",
      "/dev/google",
      "/forgot-password",
      "/login",
      "/register",
    ]),
  );
});
