import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { jsonList } from "#app/db/json-list.ts";
import { avatarFile, bookings, profiles } from "#app/db/schema.ts";
import { type CleanImage, cleanImage, imageTypes, typeOfExtension } from "#app/images/clean-image.ts";
import { maxFaceBytes, shrinkImage } from "#app/images/shrink-image.ts";

interface Store {
  db: Database;
  bucket: R2Bucket;
}

interface PhotoStore extends Store {
  /** Undefined in a club without it: then a photo stays as it was sent. */
  images: ImagesBinding | undefined;
}

export const cacheForever = "private, max-age=31536000, immutable";

const metadataOf = (type: string) => ({ contentType: type, cacheControl: cacheForever });

/** Writes the object before the profile; a job deletes objects that no profile names. */
export async function saveAvatar(
  { db, bucket, images }: PhotoStore,
  userId: string,
  uploaded: CleanImage,
): Promise<void> {
  const image = await shrinkImage(images, uploaded);
  const key = `${userId}/${crypto.randomUUID()}.${image.extension}`;
  const previous = await db
    .select({ avatarUrl: profiles.avatarUrl })
    .from(profiles)
    .where(eq(profiles.id, userId));
  await bucket.put(key, image.bytes, { httpMetadata: metadataOf(image.type) });
  await db.update(profiles).set({ avatarUrl: key }).where(eq(profiles.id, userId));
  const old = previous[0]?.avatarUrl;
  if (old) await bucket.delete(old);
}

export const bookerOf = (bookingId: string) => sql`(select user_id from ${bookings} where id = ${bookingId})`;

/** The key of a photo by its file name. Diners see their own photo and those of their table-mates. */
export async function findVisibleAvatar(
  db: Database,
  { viewerId, file }: { viewerId: string | SQL; file: string },
): Promise<string | null | undefined> {
  const sharesTable = sql`exists (select 1 from ${bookings} mine
    join ${bookings} theirs on theirs.table_id = mine.table_id
    where mine.user_id = ${viewerId} and mine.canceled = 0
      and theirs.user_id = ${profiles.id} and theirs.canceled = 0)`;
  const [found] = await db
    .select({ key: profiles.avatarUrl })
    .from(profiles)
    .where(sql`${avatarFile} = ${file} and (${profiles.id} = ${viewerId} or ${sharesTable})`);
  return found?.key;
}

/** Large photos were stored before the club could make them small: the first look does it, and keeps the result. */
export async function readAvatar(
  { bucket, images }: Pick<PhotoStore, "bucket" | "images">,
  key: string,
): Promise<{ body: BodyInit; type: string } | undefined> {
  const photo = await bucket.get(key);
  const type = photo && typeOfPhoto(photo, key);
  if (!photo || !type) return undefined;
  if (!images || photo.size <= maxFaceBytes) return { body: photo.body, type };
  const bytes = new Uint8Array(await photo.arrayBuffer());
  const image = cleanImage(bytes);
  const small = typeof image === "string" ? undefined : await shrinkImage(images, image);
  if (!small || small.bytes.length >= bytes.length) return { body: bytes, type };
  // Not where the photo was replaced or deleted meanwhile.
  const onlyIf = { etagMatches: photo.etag };
  await bucket.put(key, small.bytes, { onlyIf, httpMetadata: metadataOf(small.type) });
  return { body: small.bytes, type: small.type };
}

/** A photo that was made small later has another type than its name says. */
function typeOfPhoto({ httpMetadata }: Pick<R2Object, "httpMetadata">, key: string): string | undefined {
  const stored = httpMetadata?.contentType;
  return stored && imageTypes.includes(stored) ? stored : typeOfExtension(key.split(".").at(-1) ?? "");
}

/** The photo itself as an address that any browser opens; null where there is none. */
export async function readAvatarAsDataUrl(
  bucket: R2Bucket,
  key: string | null | undefined,
): Promise<string | null> {
  const photo = key ? await bucket.get(key) : null;
  if (!key || !photo) return null;
  const type = typeOfPhoto(photo, key) ?? "application/octet-stream";
  return `data:${type};base64,${Buffer.from(await photo.arrayBuffer()).toString("base64")}`;
}

/** Where it fails, `deleteUnusedAvatars` finds them later. */
export async function deleteAvatars(bucket: R2Bucket, userId: string): Promise<void> {
  const { objects } = await bucket.list({ prefix: `${userId}/` });
  if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
}

/** A younger upload may not be in its profile yet. */
const minAgeMs = 3_600_000;

/** Deletes the objects under a prefix that no profile names, and returns how many. */
export async function deleteUnusedAvatars({ db, bucket }: Store, prefix: string, now: Date): Promise<number> {
  let deletedCount = 0;
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix, cursor });
    const keys = page.objects
      .filter(({ uploaded }) => now.getTime() - uploaded.getTime() > minAgeMs)
      .map(({ key }) => key);
    const unusedKeys = await findUnusedKeys(db, keys);
    if (unusedKeys.length > 0) await bucket.delete(unusedKeys);
    deletedCount += unusedKeys.length;
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
  return deletedCount;
}

async function findUnusedKeys(db: Database, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db.all<{ value: string }>(
    sql`select value from ${jsonList(keys)}
      where not exists (select 1 from ${profiles}
        where ${profiles.id} = substr(value, 1, instr(value, '/') - 1) and ${profiles.avatarUrl} = value)`,
  );
  return rows.map(({ value }) => value);
}
