import { hourMs } from "#app/lib/time-units.ts";

interface Search {
  prefix: string;
  now: Date;
  /** Returns those of the keys that no row names. */
  findUnusedKeys(keys: string[]): Promise<string[]>;
}

/** The row that names a younger object may not be written yet. */
const minAgeMs = hourMs;

/** Deletes the objects under a prefix that no row names. */
export async function deleteUnusedObjects(
  bucket: R2Bucket,
  { prefix, now, findUnusedKeys }: Search,
): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix, cursor });
    const keys = page.objects
      .filter(({ uploaded }) => now.getTime() - uploaded.getTime() > minAgeMs)
      .map(({ key }) => key);
    const unusedKeys = keys.length > 0 ? await findUnusedKeys(keys) : [];
    if (unusedKeys.length > 0) await bucket.delete(unusedKeys);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}
