import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { accountActions } from "#app/db/schema/security.ts";
import { newEmail, signUp } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { signUpDiner } from "#tests/support/events.ts";
import {
  createJpegWithLocation,
  createPhoto,
  listImagesWithHiddenData,
  listRefusedUploads,
} from "#tests/support/hostile-images.ts";
import {
  parsePage,
  readAlerts,
  readFieldError,
  readFieldValue,
  readPageText,
  readText,
} from "#tests/support/html.ts";

const club = openClub({ withoutImages: true });

async function createUploader() {
  const email = newEmail();
  const cookie = await signUp(club, email);
  const upload = (file: File | undefined, name = "Réka") => {
    const body = new FormData();
    body.set("name", name);
    if (file) body.set("photo", file);
    return club.fetch("/identity", { method: "POST", body, headers: { Cookie: cookie } });
  };
  const loadProfile = () =>
    club.binding
      .prepare("SELECT profiles.* FROM profiles JOIN users USING (id) WHERE email = ?")
      .bind(email)
      .first<{ id: string; first_name: string; avatar_url: string | null }>();
  return { cookie, upload, loadProfile };
}

const createFile = (bytes: Buffer, name = "photo.jpg", type = "image/jpeg") =>
  new File([new Uint8Array(bytes)], name, { type });

const listStoredKeys = async () =>
  (await (await club.worker.getR2Bucket("AVATARS")).list()).objects.map(({ key }) => key);

const fetchAvatar = (path: string, cookie = "") =>
  club.fetch(`/avatars/${path}`, { headers: { Cookie: cookie } });

const fileOf = (key: string | null | undefined) => key?.split("/")[1] ?? "";

test("shows first what a table would read, from the diner's own answers, until they have chosen how they look", async () => {
  const { email, cookie } = await signUpDiner(club);
  await club.db.run(sql`INSERT OR REPLACE INTO user_answers (user_id, question_id, answer_ids)
    SELECT users.id, answers.value ->> 0, answers.value ->> 1 FROM users,
      json_each('[[5,"[2]"],[9,"[9]"],[1,"[2]"],[11,"[2]"],[19,"[1990]"],[22,"[3]"]]') answers WHERE email = ${email}`);
  const read = async () =>
    (await parsePage(await club.fetch("/identity", { headers: { Cookie: cookie } })))
      .querySelectorAll("section p.paper")
      .map(readText);
  const slips = await read();
  expect(slips).toHaveLength(3);
  expect(slips[0]).toBe("Most of you could talk about books for hours.");
  expect(slips.join()).not.toMatch(/vegan|1990|date/i);
  await club.fetch("/identity", {
    method: "POST",
    body: new URLSearchParams({ name: "Réka", face: "24" }),
    headers: { Cookie: cookie },
  });
  expect(await read()).toEqual([]);
});

test("saves the first name, uses it on the site and redirects to the events", async () => {
  const { cookie, upload, loadProfile } = await createUploader();
  const saved = await upload(undefined, "  Zsófi ");
  expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/events"]);
  expect(await loadProfile()).toMatchObject({ first_name: "Zsófi", avatar_url: null });
  const settings = await club.fetch("/dashboard/settings", { headers: { Cookie: cookie } });
  expect(await readPageText(settings)).toContain("Zsófi");
});

test.each([
  ["", "Please enter your first name."],
  ["   ", "Please enter your first name."],
  ["\u200b\u3164", "Please enter your first name."],
  ["x".repeat(101), "A name can have at most 100 characters"],
  ["http://evil.example", "A name can’t have “/” or “@” in it"],
  ["Anna evil.example", "look like a web address"],
])("refuses the name %j but keeps a valid photo sent with it", async (name, message) => {
  const { upload, loadProfile } = await createUploader();
  const refused = await upload(createFile(await createPhoto().jpeg().toBuffer()), name);
  expect(refused.status).toBe(400);
  expect(readFieldError(await parsePage(refused), "Name")).toContain(message);
  expect((await loadProfile())?.avatar_url).toMatch(/\.jpg$/);
});

test("stores a photo under its owner's id and shows it to nobody else", async () => {
  const { cookie, upload, loadProfile } = await createUploader();
  await upload(createFile(await createJpegWithLocation(6)));
  const { id = "", avatar_url: path = "" } = (await loadProfile()) ?? {};
  expect(path).toMatch(new RegExp(`^${id}/[0-9a-f-]{36}\\.jpg$`));

  const page = await (await club.fetch("/identity", { headers: { Cookie: cookie } })).text();
  expect(page).toContain(`/avatars/${fileOf(path)}`);
  expect(page).not.toContain(id);
  const own = await fetchAvatar(fileOf(path), cookie);
  expect(Object.fromEntries(own.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=3600",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
  const bytes = Buffer.from(await own.arrayBuffer());
  expect(bytes.includes("Telltale")).toBe(false);
  expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });

  const other = await createUploader();
  for (const otherCookie of ["", other.cookie]) {
    const avatar = await fetchAvatar(fileOf(path), otherCookie);
    expect([avatar.headers.get("Content-Type"), avatar.headers.get("Cache-Control")]).toEqual([
      "image/svg+xml",
      "no-store",
    ]);
    const drawing = await parsePage(avatar);
    expect(drawing.querySelectorAll("svg circle").length).toBeGreaterThan(0);
    expect(drawing.querySelectorAll("[fill='#c13b2a']"), "the seat that means you").toHaveLength(0);
  }
});

test("answers the address with a user id with 404, also to its owner", async () => {
  const { cookie, upload, loadProfile } = await createUploader();
  await upload(createFile(await createPhoto().jpeg().toBuffer()));
  const path = (await loadProfile())?.avatar_url ?? "";
  expect((await fetchAvatar(path, cookie)).status).toBe(404);
  expect((await fetchAvatar(fileOf(path), cookie)).headers.get("Content-Type")).toBe("image/jpeg");
});

test("replaces the old photo and deletes it from the bucket", async () => {
  const { upload, loadProfile } = await createUploader();
  await upload(createFile(await createPhoto().jpeg().toBuffer()));
  const first = (await loadProfile())?.avatar_url;
  await upload(createFile(await createPhoto().png().toBuffer()));
  const second = (await loadProfile())?.avatar_url;
  expect(second).toMatch(/\.png$/);
  expect(await listStoredKeys()).toContain(second);
  expect(await listStoredKeys()).not.toContain(first);
});

test("refuses every hostile upload with an explanation and stores none", async () => {
  const { upload, loadProfile } = await createUploader();
  const before = await listStoredKeys();
  for (const [name, type, bytes, message] of await listRefusedUploads()) {
    const refused = await upload(createFile(bytes, name, type));
    expect(refused.status, name).toBe(400);
    expect(readAlerts(await parsePage(refused)), name).toContain(message);
  }
  expect((await loadProfile())?.avatar_url).toBeNull();
  expect(await listStoredKeys()).toEqual(before);
});

test("removes hidden data from an uploaded image before it is stored", async () => {
  const { cookie, upload, loadProfile } = await createUploader();
  for (const [name, bytes, hiddenText] of await listImagesWithHiddenData()) {
    expect((await upload(createFile(bytes, name, "text/html"))).headers.get("Location"), name).toBe(
      "/events",
    );
    const served = await fetchAvatar(fileOf((await loadProfile())?.avatar_url), cookie);
    expect(served.headers.get("Content-Type"), name).toMatch(/^image\/(jpeg|png|webp)$/);
    expect(Buffer.from(await served.arrayBuffer()).includes(hiddenText), name).toBe(false);
  }
});

test("refuses a hundred megabytes on the page, and keeps the name that was typed", async () => {
  const { cookie, loadProfile } = await createUploader();
  const before = await loadProfile();
  for (const megabytes of [7, 100]) {
    const body = new FormData();
    body.set("photo", new File([new Uint8Array(megabytes * 1_048_576)], "huge.jpg"));
    body.set("name", 'Szilvi "Lő" <b>');
    const refused = await club.fetch("/identity", { method: "POST", body, headers: { Cookie: cookie } });
    expect(refused.status).toBe(413);
    const page = await parsePage(refused);
    expect(readAlerts(page)).toEqual(["That picture is too big. Choose one of at most 5 MB."]);
    expect(readFieldValue(page, "Name")).toBe('Szilvi "Lő" <b>');
  }
  expect(await loadProfile()).toEqual(before);
  // Nobody is shut out for a day who tries the same photo again and again.
  expect(await club.db.$count(accountActions, eq(accountActions.userId, before?.id ?? "none"))).toBe(0);
});

test("shows the saved name where a photo that is too large comes after the name, or is cut off", async () => {
  const { cookie, upload } = await createUploader();
  await upload(undefined, "Saved");
  const huge = new Uint8Array(7 * 1_048_576);
  const after = await upload(new File([huge], "huge.jpg"), "Typed");
  const headers = { Cookie: cookie, "Content-Type": "multipart/form-data; boundary=x" };
  const cut = await club.fetch("/identity", { method: "POST", body: huge, headers });
  for (const refused of [after, cut]) {
    expect(refused.status).toBe(413);
    expect(readFieldValue(await parsePage(refused), "Name")).toBe("Saved");
  }
});

test("takes no photo without a session, whether it says its size or not", async () => {
  const form = new FormData();
  form.set("photo", new File([new Uint8Array(5 * 1_048_576)], "big.jpg"));
  const sized = new Request(club.url, { method: "POST", body: form });
  const headers = { "Content-Type": sized.headers.get("Content-Type") ?? "" };
  const bytes = await sized.arrayBuffer();
  for (const body of [bytes, new Blob([bytes]).stream()]) {
    const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
    const response = await club.fetch("/identity", init);
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/"]);
  }
});

test("parses no large form that holds no photo, be it of fields or of parts", async () => {
  const { cookie } = await createUploader();
  const post = (body: string, type: string) =>
    club.fetch("/identity", { method: "POST", body, headers: { Cookie: cookie, "Content-Type": type } });
  const fields = await post("a&".repeat(2 * 1_048_576), "application/x-www-form-urlencoded");
  expect(fields.status).toBe(413);
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const parts = await post(`${part.repeat(100_000)}--x--\r\n`, "multipart/form-data; boundary=x");
  expect(parts.status).toBe(413);
});

test.each([
  "/../users",
  "x/y.svg",
  "y.svg",
  "y.html",
  "..%2f..%2fy.jpg",
  "x%2fy.jpg",
  "y",
  "'.jpg",
  "%00.jpg",
])("answers /avatars/%s with the default avatar or 404", async (path) => {
  const { cookie } = await createUploader();
  const avatar = await fetchAvatar(path, cookie);
  expect([200, 404]).toContain(avatar.status);
  if (avatar.status === 200) expect(avatar.headers.get("Content-Type")).toBe("image/svg+xml");
  await avatar.body?.cancel();
});

test("shows a drawn face where no photo is set, also without a name, and the same one everywhere", async () => {
  const diner = await signUpDiner(club);
  await club.db.run(
    sql`UPDATE profiles SET first_name = '' WHERE id = (SELECT id FROM users WHERE email = ${diner.email})`,
  );
  const drawing = (await parsePage(await diner.get("/identity"))).querySelector("[data-photo] [role=img]");
  expect(drawing?.getAttribute("aria-label")).toBe("No photo yet");
  const inSettings = (await parsePage(await diner.get("/dashboard/settings"))).querySelector("main .face");
  expect(inSettings?.getAttribute("aria-hidden")).toBe("true");
  expect(inSettings?.querySelector("svg")?.innerHTML).toBe(drawing?.querySelector("svg")?.innerHTML);
  // Only skin blushes.
  expect(drawing?.innerHTML).not.toContain("--blush");
  const other = await parsePage(await (await signUpDiner(club)).get("/identity"));
  expect(other.querySelector("[data-photo] svg")?.innerHTML).not.toBe(
    drawing?.querySelector("svg")?.innerHTML,
  );
});

const readFaces = (page: Awaited<ReturnType<typeof parsePage>>) =>
  page.querySelectorAll("input[name=face]").map((radio) => radio.getAttribute("value") ?? "");
const readChecked = (page: Awaited<ReturnType<typeof parsePage>>) =>
  page.querySelector("input[name=face][checked]")?.getAttribute("value");
const findProfile = (email: string) =>
  club.binding
    .prepare("SELECT profiles.* FROM profiles JOIN users USING (id) WHERE email = ?")
    .bind(email)
    .first<{ face: number | null; avatar_set_at: number | null }>();

test("draws four others without losing the name that was typed or the photo, and keeps the face that is chosen", async () => {
  const diner = await signUpDiner(club);
  const first = readFaces(await parsePage(await diner.get("/identity")));
  expect(new Set(first).size).toBe(4);
  const photo = createFile(await createPhoto().jpeg().toBuffer());
  const body = new FormData();
  for (const [name, value] of [
    ["name", "Zsó"],
    ["intent", "other-faces"],
    ...first.map((seed) => ["offered", seed]),
  ])
    body.append(name ?? "", value ?? "");
  body.set("photo", photo);
  const headers = { Cookie: diner.cookie };
  const page = await parsePage(await club.fetch("/identity", { method: "POST", body, headers }));
  const others = readFaces(page);
  expect(new Set([...first, ...others]).size).toBe(8);
  expect([readFieldValue(page, "Name"), readChecked(page)]).toEqual(["Zsó", undefined]);
  expect(page.querySelector("input[name=keptPhoto]")?.getAttribute("value")).toMatch(/^data:image\/jpeg/);
  expect(await findProfile(diner.email)).toMatchObject({ face: null, avatar_set_at: null });

  const [, face = ""] = others;
  const offered = others.map((seed) => `offered=${seed}`).join("&");
  const post = (form: string) =>
    club.fetch("/identity", { method: "POST", body: new URLSearchParams(form), headers });
  const refused = await parsePage(await post(`name=&face=${face}&${offered}`));
  expect([readFaces(refused), readChecked(refused)]).toEqual([others, face]);
  expect(await findProfile(diner.email)).toMatchObject({ face: null });

  expect((await post(`name=Zsófi&face=${face}`)).headers.get("Location")).toBe("/events");
  const saved = await findProfile(diner.email);
  expect(saved).toMatchObject({ face: Number(face), avatar_set_at: expect.any(Number) });
  const again = await parsePage(await diner.get("/identity"));
  expect([readFaces(again)[0], readChecked(again)]).toEqual([face, face]);
  expect(again.querySelector("[data-photo] svg")?.innerHTML).toContain("--blush");
  // Who saves it once more has not chosen another one, and who sends none keeps it.
  await post(`name=Zsófi&face=${face}`);
  await post("name=Zsuzsi");
  expect(await findProfile(diner.email)).toMatchObject({ ...saved, first_name: "Zsuzsi" });
});

test.each(["-1", "4294967296", "1.5", "1e3", "", "0x10", "<svg onload=alert(1)>", "99999999999"])(
  "refuses the face %j",
  async (face) => {
    const diner = await signUpDiner(club);
    const before = await findProfile(diner.email);
    expect((await diner.post("/identity", { name: "Evil", face })).status).toBe(400);
    const others = { name: "Evil", intent: "other-faces", offered: face };
    expect(await (await diner.post("/identity", others)).text()).not.toContain("onload");
    expect(await findProfile(diner.email)).toEqual(before);
  },
);

test("offers no face beside a photo, and takes none", async () => {
  const { cookie, upload, loadProfile } = await createUploader();
  await upload(createFile(await createPhoto().jpeg().toBuffer()));
  const before = await loadProfile();
  expect(readFaces(await parsePage(await club.fetch("/identity", { headers: { Cookie: cookie } })))).toEqual(
    [],
  );
  const body = new URLSearchParams({ name: "Réka", face: "7" });
  await club.fetch("/identity", { method: "POST", body, headers: { Cookie: cookie } });
  expect(await loadProfile()).toEqual(before);
});
