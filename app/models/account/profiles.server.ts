import { eq, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batches.ts";
import { type Database, deleteUnusedObjects, type Store } from "#app/db/client.server.ts";
import { isAsked } from "#app/db/conditions.ts";
import { isPhotoShown } from "#app/db/dinner-facts.ts";
import { prepareQueriesOfUser } from "#app/db/prepare-queries.ts";
import { avatarFile, profiles, users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { consents, quizQuestions, userAnswers } from "#app/db/schema/quiz.ts";
import { jsonList } from "#app/db/statements.ts";
import {
  type CleanImage,
  cleanImage,
  imageTypes,
  maxFaceBytes,
  shrinkImage,
  typeOfExtension,
} from "#app/images/clean-image.ts";
import { consentVersion } from "#app/lib/account/consent.ts";
import { foldName } from "#app/lib/account/name-key.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { keepPastNames } from "#app/models/booking/transitions.server.ts";

const queryProfile = prepareQueriesOfUser([], (db, userId) => [
  db
    .select({
      firstName: sql<string>`${profiles.firstName}`.as("shown_first_name"),
      avatarUrl: profiles.avatarUrl,
      face: profiles.face,
      isQuizDone: profiles.isQuizDone,
      wantsReminders: profiles.wantsReminders,
      wantsInvitations: profiles.wantsInvitations,
      calendarSalt: profiles.calendarSalt,
      wantsNewsSince: sql<number | null>`(select given_at from ${consents}
        where consents.user_id = ${userId} and topic = 'news'
        and withdrawn_at is null)`.as("wants_news_since"),
      /** Questions that were added after this user finished the quiz, or answered before their consent was asked for. */
      unseenQuestionCount: sql<number>`(select count(*) from ${quizQuestions}
        where ${isAsked} and not exists (select 1 from ${userAnswers}
          where user_answers.user_id = ${userId} and user_answers.question_id = quiz_questions.id
            and (needs_consent = 0 or answer_ids = '[]' or exists (select 1 from ${consents}
              where consents.user_id = ${userId} and topic = 'food-and-health' and version = ${consentVersion}
        and withdrawn_at is null))))`.as("unseen_question_count"),
    })
    .from(profiles)
    .where(eq(profiles.id, userId)),
]);

export const readProfile = (db: Database, userId: string | SQL) =>
  batchedRead(queryProfile(db, userId, {}), ([[profile]]) => profile);

export type Profile = NonNullable<ReturnType<ReturnType<typeof readProfile>["toResult"]>>;

/** The key of the last name stays. */
const withFirstName = (firstName: string) =>
  sql`${` ${foldName(firstName)} `} || substr(${users.nameKey}, instr(${users.nameKey} || '/', '/'))`;

/** Statements that change the name that table-mates see and the name that the site uses. */
const changeFirstName = (db: Database, userId: string, firstName: string, now: Date) =>
  [
    keepPastNames(db, userId, firstName, now),
    db.update(profiles).set({ firstName }).where(eq(profiles.id, userId)),
    db
      .update(users)
      .set({ firstName, userName: firstName, nameKey: withFirstName(firstName) })
      .where(eq(users.id, userId)),
  ] as const;

/** A photo stays, and a face that was chosen before keeps its time. */
const chooseFace = (db: Database, userId: string, face: number, now: Date) =>
  db
    .update(profiles)
    .set({ face, avatarSetAt: now })
    .where(sql`${profiles.id} = ${userId}
      and ${profiles.face} is not ${face} and ${profiles.avatarUrl} is null`);

export async function saveProfile(
  db: Database,
  userId: string,
  { firstName, face = null }: { firstName: string; face?: number | null },
  now: Date,
): Promise<void> {
  await db.batch([
    ...changeFirstName(db, userId, firstName, now),
    ...(face === null ? [] : [chooseFace(db, userId, face, now)]),
  ]);
}

/** A statement that returns a row if it marks the quiz as done. */
export const markQuizDone = (db: Database, userId: string, condition: SQL) =>
  db
    .update(profiles)
    .set({ isQuizDone: true })
    .where(sql`${profiles.id} = ${userId} and ${condition}`)
    .returning({ id: profiles.id });

export async function setReminders(
  db: Database,
  userId: string | SQL,
  wantsReminders: boolean,
): Promise<void> {
  await db.update(profiles).set({ wantsReminders }).where(eq(profiles.id, userId));
}

export const calendarChoices = ["no", "email", "feed", "new feed"] as const;

/** A feed keeps its address until it is ended or gets a new one. */
export async function setCalendar(
  db: Database,
  userId: string,
  choice: (typeof calendarChoices)[number],
): Promise<void> {
  const salt = choice === "feed" ? sql`calendar_salt` : sql`null`;
  const calendarSalt = choice.endsWith("feed") ? sql`coalesce(${salt}, lower(hex(randomblob(16))))` : null;
  await db
    .update(profiles)
    .set({ wantsInvitations: choice === "email", calendarSalt })
    .where(eq(profiles.id, userId));
}

/** A statement for the batch that gives an account to somebody else. */
export const endCalendarFeed = (db: Database, userId: string, condition: SQL) =>
  db.update(profiles).set({ calendarSalt: null }).where(sql`${profiles.id} = ${userId} and ${condition}`);

export const findFeed = (db: Database, userId: string) =>
  db.select({ calendarSalt: profiles.calendarSalt }).from(profiles).where(eq(profiles.id, userId)).get();

interface PhotoStore extends Store {
  /** Undefined in a club without image transformations, which stores photos as they were sent. */
  images: ImagesBinding | undefined;
}

/** The bucket or the image transformation failed, and nothing was changed. */
export class PhotoNotStored extends Error {
  /** The image that would have been stored, if it is known. */
  readonly image: CleanImage | undefined;

  constructor(cause: unknown, image?: CleanImage) {
    super("The photo was not stored", { cause });
    this.image = image;
  }
}

/** Returns the key, or nothing if the photo can’t be decoded. A job deletes objects that no profile names. */
export async function saveAvatar(
  { db, bucket, images }: PhotoStore,
  userId: string,
  uploaded: CleanImage,
  now: Date,
  firstName?: string,
): Promise<string | undefined> {
  const image = images
    ? await shrinkImage(images, uploaded).catch((error) => {
        throw new PhotoNotStored(error);
      })
    : uploaded;
  if (!image) return undefined;
  const key = `${userId}/${crypto.randomUUID()}.${image.extension}`;
  await bucket.put(key, image.bytes, { httpMetadata: { contentType: image.type } }).catch((error) => {
    throw new PhotoNotStored(error, image);
  });
  const isTheirs = eq(profiles.id, userId);
  const [[previous]] = await db.batch([
    db.select({ avatarUrl: profiles.avatarUrl }).from(profiles).where(isTheirs),
    db.update(profiles).set({ avatarUrl: key, avatarSetAt: now }).where(isTheirs),
    ...(firstName === undefined ? [] : changeFirstName(db, userId, firstName, now)),
  ]);
  // If that fails, the job deletes it.
  if (previous?.avatarUrl) await bucket.delete(previous.avatarUrl).catch(() => {});
  return key;
}

/** The key of a photo by its file name. Diners see their own photo, and those that their table-mates had at a dinner until its feedback closes. */
export async function findVisibleAvatar(
  db: Database,
  { viewerId, file, now }: { viewerId: string | SQL; file: string; now: Date },
): Promise<string | null | undefined> {
  const sharesTable = sql`exists (select 1 from ${bookings} mine
    join ${bookings} theirs on theirs.table_id = mine.table_id
    join ${events} on ${events.id} = mine.event_id
    where mine.user_id = ${viewerId} and mine.canceled = 0
      and theirs.user_id = ${profiles.id} and theirs.canceled = 0
      and ${isPhotoShown(now.getTime())})`;
  const [found] = await db
    .select({ key: profiles.avatarUrl })
    .from(profiles)
    .where(sql`${avatarFile} = ${file} and (${profiles.id} = ${viewerId} or ${sharesTable})`);
  return found?.key;
}

type ReadStore = Pick<PhotoStore, "bucket" | "images">;

interface StoredPhoto {
  bytes: ArrayBuffer;
  type: string;
  /** The photo was stored before the club could shrink it, and `shrinkStoredAvatar` has not tried today. */
  isLarge: boolean;
}

const retryMs = dayMs;

export async function readAvatar(
  { bucket, images }: ReadStore,
  { key, now }: { key: string; now: Date },
): Promise<StoredPhoto | undefined> {
  const photo = await bucket.get(key);
  const type = photo && typeOfPhoto(photo, key);
  if (!photo || !type) return undefined;
  const triedAt = Number(photo.customMetadata?.triedAt ?? 0);
  const isLarge = images !== undefined && photo.size > maxFaceBytes && triedAt + retryMs < now.getTime();
  return { bytes: await photo.arrayBuffer(), type, isLarge };
}

export const isAvatarStored = async (bucket: R2Bucket, key: string): Promise<boolean> =>
  (await bucket.head(key)) !== null;

/** This takes seconds, so nobody should wait for it. */
export async function shrinkStoredAvatar(
  { bucket, images }: ReadStore,
  { key, now }: { key: string; now: Date },
): Promise<void> {
  const photo = await bucket.get(key);
  if (!photo || !images) return;
  const bytes = new Uint8Array(await photo.arrayBuffer());
  const image = cleanImage(bytes);
  const small = typeof image === "string" ? undefined : await shrinkImage(images, image);
  // Not if the photo was replaced or deleted in the meantime.
  const onlyIf = { etagMatches: photo.etag };
  const customMetadata = { triedAt: String(now.getTime()) };
  if (!small || small.bytes.length >= bytes.length)
    await bucket.put(key, bytes, { onlyIf, httpMetadata: photo.httpMetadata, customMetadata });
  else await bucket.put(key, small.bytes, { onlyIf, httpMetadata: { contentType: small.type } });
}

/** A photo that was shrunk later has another type than its name says. */
function typeOfPhoto({ httpMetadata }: Pick<R2Object, "httpMetadata">, key: string): string | undefined {
  const stored = httpMetadata?.contentType;
  return stored && imageTypes.includes(stored) ? stored : typeOfExtension(key.split(".").at(-1) ?? "");
}

/** The photo itself as a data URL that any browser opens; null if there is none. */
export async function readAvatarAsDataUrl(
  bucket: R2Bucket,
  key: string | null | undefined,
): Promise<string | null> {
  const photo = key ? await bucket.get(key) : null;
  if (!key || !photo) return null;
  const type = typeOfPhoto(photo, key) ?? "application/octet-stream";
  return `data:${type};base64,${Buffer.from(await photo.arrayBuffer()).toString("base64")}`;
}

/** If this fails, `deleteUnusedAvatars` finds them later. */
export async function deleteAvatars(bucket: R2Bucket, userId: string): Promise<void> {
  const { objects } = await bucket.list({ prefix: `${userId}/` });
  if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
}

/** Does nothing while there are no users: a lost database is restored later. */
export const deleteUnusedAvatars = ({ db, bucket }: Store, prefix: string, now: Date) =>
  deleteUnusedObjects(bucket, { prefix, now, findUnusedKeys: (keys) => findUnusedKeys(db, keys) });

async function findUnusedKeys(db: Database, keys: string[]): Promise<string[]> {
  const rows = await db.all<{ value: string }>(
    sql`select value from ${jsonList(keys)}
      where exists (select 1 from ${users}) and not exists (select 1 from ${profiles}
        where ${profiles.id} = substr(value, 1, instr(value, '/') - 1) and ${profiles.avatarUrl} = value)`,
  );
  return rows.map(({ value }) => value);
}
