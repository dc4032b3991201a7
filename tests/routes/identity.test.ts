import sharp from "sharp";
import { expect, test } from "vitest";
import { signUp } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import {
  createJpegWithLocation,
  createPhoto,
  listImagesWithHiddenData,
  listRefusedUploads,
} from "#tests/support/hostile-images.ts";

const club = openClub();
let count = 0;
const someone = () => `face${++count}@oten.example`;

async function diner() {
  const email = someone();
  const cookie = await signUp(club, email);
  const upload = (file: File | undefined, name = "Réka") => {
    const body = new FormData();
    body.set("name", name);
    if (file) body.set("photo", file);
    return club.fetch("/identity", { method: "POST", body, headers: { Cookie: cookie } });
  };
  const profile = () =>
    club.binding
      .prepare("SELECT profiles.* FROM profiles JOIN users USING (id) WHERE email = ?")
      .bind(email)
      .first<{ id: string; first_name: string; avatar_url: string | null }>();
  return { cookie, upload, profile };
}

const fileOf = (bytes: Buffer, name = "photo.jpg", type = "image/jpeg") =>
  new File([new Uint8Array(bytes)], name, { type });

const stored = async () =>
  (await (await club.worker.getR2Bucket("AVATARS")).list()).objects.map(({ key }) => key);

const look = (path: string, cookie = "") => club.fetch(`/avatars/${path}`, { headers: { Cookie: cookie } });

test("a name is saved, for the table and for the site, and leads to the dinners", async () => {
  const { cookie, upload, profile } = await diner();
  const saved = await upload(undefined, "  Zsófi ");
  expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/events"]);
  expect(await profile()).toMatchObject({ first_name: "Zsófi", avatar_url: null });
  expect(await (await club.fetch("/dashboard/settings", { headers: { Cookie: cookie } })).text()).toContain(
    "Zsófi",
  );
});

test.each([
  ["", "Please enter your first name."],
  ["   ", "Please enter your first name."],
  ["\u200b\u3164", "Please enter your first name."],
  ["x".repeat(101), "Please use at most 100 characters for a name"],
])("the name %j is refused, and a good photo beside it kept", async (name, sentence) => {
  const { upload, profile } = await diner();
  const refused = await upload(fileOf(await createPhoto().jpeg().toBuffer()), name);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(sentence);
  expect((await profile())?.avatar_url).toMatch(/\.jpg$/);
});

test("a photo lies at its owner's id, under our own type, and for its owner alone", async () => {
  const { cookie, upload, profile } = await diner();
  await upload(fileOf(await createJpegWithLocation(6)));
  const { id = "", avatar_url: path = "" } = (await profile()) ?? {};
  expect(path).toMatch(new RegExp(`^${id}/[0-9a-f-]{36}\\.jpg$`));

  const mine = await look(path ?? "", cookie);
  expect(Object.fromEntries(mine.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
  const bytes = Buffer.from(await mine.arrayBuffer());
  expect(bytes.includes("Telltale")).toBe(false);
  expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });

  const other = await diner();
  for (const stranger of ["", other.cookie]) {
    const seen = await look(path ?? "", stranger);
    expect([seen.headers.get("Content-Type"), seen.headers.get("Cache-Control")]).toEqual([
      "image/svg+xml",
      "no-store",
    ]);
    expect(await seen.text()).toContain("<circle");
  }
});

test("a new photo takes the place of the former one, in the bucket too", async () => {
  const { upload, profile } = await diner();
  await upload(fileOf(await createPhoto().jpeg().toBuffer()));
  const first = (await profile())?.avatar_url;
  await upload(fileOf(await createPhoto().png().toBuffer()));
  const second = (await profile())?.avatar_url;
  expect(second).toMatch(/\.png$/);
  expect(await stored()).toContain(second);
  expect(await stored()).not.toContain(first);
});

test("no hostile upload is stored, and each is answered in a sentence", async () => {
  const { upload, profile } = await diner();
  const before = await stored();
  for (const [name, type, bytes, sentence] of await listRefusedUploads()) {
    const refused = await upload(fileOf(bytes, name, type));
    expect(refused.status, name).toBe(400);
    expect(await refused.text(), name).toContain(sentence);
  }
  expect((await profile())?.avatar_url).toBeNull();
  expect(await stored()).toEqual(before);
});

test("what was hidden in a picture is neither stored nor served", async () => {
  const { cookie, upload, profile } = await diner();
  for (const [name, bytes, telltale] of await listImagesWithHiddenData()) {
    expect((await upload(fileOf(bytes, name, "text/html"))).headers.get("Location"), name).toBe("/events");
    const served = await look((await profile())?.avatar_url ?? "", cookie);
    expect(served.headers.get("Content-Type"), name).toMatch(/^image\/(jpeg|png|webp)$/);
    expect(Buffer.from(await served.arrayBuffer()).includes(telltale), name).toBe(false);
  }
});

test("a hundred megabytes are let run out and kept nowhere", async () => {
  const { upload, profile } = await diner();
  const refused = await upload(new File([new Uint8Array(100 * 1_048_576)], "huge.jpg"));
  expect(refused.status).toBe(413);
  expect(await refused.text()).toContain("Please go back and send something smaller.");
  expect((await profile())?.avatar_url).toBeNull();
});

test.each(["/../users", "x/y.svg", "x/y.html", "x/..%2f..%2fy.jpg", "x/y"])(
  "/avatars/%s is nothing but the empty seat, or nothing",
  async (path) => {
    const { cookie } = await diner();
    const seen = await look(path, cookie);
    expect([200, 404]).toContain(seen.status);
    if (seen.status === 200) expect(seen.headers.get("Content-Type")).toBe("image/svg+xml");
    await seen.body?.cancel();
  },
);

test("signed out, there is nobody to show", async () => {
  expect((await club.fetch("/identity")).headers.get("Location")).toBe("/");
  expect(
    (await club.fetch("/identity", { method: "POST", body: new FormData() })).headers.get("Location"),
  ).toBe("/");
});
