import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#app/db/schema/account.ts";
import { events } from "#app/db/schema/event.ts";
import { outbox } from "#app/db/schema.ts";
import { drawFace } from "#app/lib/account/draw-face.ts";
import { lastTellingTime } from "#app/lib/event/event-times.ts";
import { addAvoidance } from "#app/models/account/avoidances.server.ts";
import { exportAccount } from "#app/models/account/export-account.server.ts";
import { saveAvatar, saveProfile } from "#app/models/account/profiles.server.ts";
import { tellPairs } from "#app/models/feedback/feedback-results.server.ts";
import { openClub } from "#tests/support/club.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { testCity } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { answer, dineAgain, dineTogether, type PastDiner } from "#tests/support/past-dinners.ts";

const club = openClub();
const dayMs = 86_400_000;
const names = ["Anna", "Bence", "Cili"] as const;

const changeName = async (diner: PastDiner, name: string) =>
  expect((await diner.post("/identity", { name })).status).toBe(302);

const readAll = async (diner: PastDiner) => {
  const paths = [
    "/dashboard/bookings",
    `/dashboard/bookings/${diner.bookingId}`,
    "/dashboard/settings",
    diner.link,
  ];
  const pages = await Promise.all(paths.map(async (path) => readPageText(await diner.get(path))));
  const bucket = (await club.worker.getR2Bucket("AVATARS")) as unknown as R2Bucket;
  const data = await exportAccount({ db: club.db, bucket }, diner.userId);
  return [...pages, JSON.stringify({ ...data, emails: [] })].join("\n");
};

test("table-mates go on seeing the name that somebody had at the dinner", async () => {
  const { diners, date } = await dineTogether(club, names);
  const { Anna, Bence, Cili } = diners;
  await answer(club, Anna, { not: ["Cili"], again: ["Bence"] });
  await changeName(Bence, "Bence");
  await changeName(Bence, "Brigitta");
  await changeName(Bence, "Barbara");
  await changeName(Cili, "Camilla");
  const seen = await readAll(Anna);
  for (const name of ["Bence", "Cili"]) expect(seen).toContain(name);
  for (const name of ["Brigitta", "Barbara", "Camilla"]) expect(seen).not.toContain(name);
  await runJob("askForFeedback", createJobContext(club), new Date());
  const asked = (await readOutbox(club)).filter(({ to }) => to === Anna.email);
  expect(asked.map(({ text }) => text).join()).not.toMatch(/Brigitta|Barbara|Camilla/);
  // At another dinner the new name counts.
  const again = await dineAgain(club, ["Anna", "Bence"], [Anna, Bence], {
    date: new Date(date.getTime() + dayMs),
  });
  expect(await readAll(again.diners.Anna)).toContain("Barbara");
});

test("shows the face that was chosen before the dinner, and none that was chosen later", async () => {
  const { diners, date } = await dineTogether(club, names);
  const { Anna, Bence } = diners;
  const choose = (face: number, at: Date) =>
    saveProfile(club.db, Bence.userId, { firstName: "Bence", face }, at);
  const see = async () =>
    [...(await (await Anna.get(Anna.link)).text()).matchAll(/class="drawn .*?<\/svg>/g)].join("");
  const first = drawFace({ seed: 1, isChosen: true });
  const unchosen = await see();
  await choose(1, new Date(date.getTime() - dayMs));
  expect(unchosen).not.toContain(first);
  expect(await see()).toContain(first);
  await choose(2, new Date());
  expect(await see()).toBe(unchosen);
});

test("shows the photo of the dinner until the feedback closes, and none that was chosen later", async () => {
  const { diners, eventId, date } = await dineTogether(club, names);
  const { Anna, Bence } = diners;
  const bucket = (await club.worker.getR2Bucket("AVATARS")) as unknown as R2Bucket;
  const choosePhoto = async (at: Date) => {
    const image = {
      bytes: new Uint8Array([1]),
      type: "image/png" as const,
      extension: "png",
      width: 1,
      height: 1,
    };
    await saveAvatar({ db: club.db, bucket, images: undefined }, Bence.userId, image, at);
    return club.binding
      .prepare("SELECT substr(avatar_url, instr(avatar_url, '/') + 1) AS file FROM profiles WHERE id = ?")
      .bind(Bence.userId)
      .first<string>("file");
  };
  const see = async (file: string | null) => {
    const pages = await Promise.all(
      [Anna.link, `/dashboard/bookings/${Anna.bookingId}`].map(async (path) => (await Anna.get(path)).text()),
    );
    const photo = await Anna.get(`/avatars/${file}`);
    return [
      ...pages.map((page) => page.includes(file ?? "?")),
      photo.headers.get("Content-Type") === "image/png",
    ];
  };
  const before = await choosePhoto(new Date(date.getTime() - dayMs));
  expect(await see(before)).toEqual([true, expect.any(Boolean), true]);
  const seenBefore = await see(before);
  await addAvoidance(club.db, [Bence.userId, Anna.userId], new Date());
  expect(await see(before), "no photo that goes may say who avoids her").toEqual(seenBefore);
  const cached = (await Anna.get(`/avatars/${before}`)).headers.get("Cache-Control");
  expect(cached).toBe("private, max-age=3600");
  const after = await choosePhoto(new Date(date.getTime() + dayMs));
  expect(await see(after)).toEqual([false, false, false]);

  const early = await choosePhoto(new Date(0));
  await club.db
    .update(events)
    .set({ date: new Date(Date.now() - 20 * dayMs), closesAt: new Date(0) })
    .where(eq(events.id, eventId));
  expect(await see(early)).toEqual([false, false, false]);
  expect((await Bence.get(`/avatars/${early}`)).headers.get("Content-Type")).toBe("image/png");
});

test("whoever is met again sees the contact as it was when both were told, for 60 days", async () => {
  const { diners } = await dineTogether(club, names);
  const { Anna, Bence, Cili } = diners;
  await answer(club, Anna, { again: ["Bence", "Cili"] });
  await answer(club, Bence, { again: ["Anna"] });
  await answer(club, Cili, { again: ["Anna"], contact: "line", line: "@cili" });
  const toldAt = new Date(lastTellingTime(new Date(Date.now() + 2 * dayMs), testCity.timeZone).getTime());
  await tellPairs(club.db, testCity.id, toldAt);
  await club.db
    .update(users)
    .set({ email: "bence-is-elsewhere@oten.example" })
    .where(eq(users.id, Bence.userId));
  await answer(club, Cili, { contact: "line", line: "@new-cili" });
  const seen = await readAll(Anna);
  for (const contact of [Bence.email, "@cili"]) expect(seen).toContain(contact);
  for (const contact of ["bence-is-elsewhere", "@new-cili"]) expect(seen).not.toContain(contact);
  const emails = await readOutbox(club);
  const told = emails.filter(({ to, kind }) => to === Anna.email && kind === "meet-again");
  expect(told).toHaveLength(2);
  expect(told.map(({ text }) => text).join()).not.toMatch(/elsewhere|new-cili/);

  // Neither sees the contact of somebody whom one of the two avoids.
  await addAvoidance(club.db, [Bence.userId, Anna.userId], new Date());
  expect(await readAll(Anna)).not.toContain(Bence.email);
  expect(await readAll(Bence)).not.toContain(Anna.email);
  expect(await readAll(Anna), "no name that goes may say who avoids her").toContain("Bence");
  expect(await readAll(Anna)).toContain("@cili");

  await club.db.delete(outbox);
  await runJob("deleteExpired", createJobContext(club), new Date(toldAt.getTime() + 61 * dayMs));
  expect(await readAll(Anna)).not.toMatch(new RegExp(`${Bence.email}|@cili`));
});
