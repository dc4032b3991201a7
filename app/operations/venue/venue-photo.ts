import { readFileSync } from "node:fs";
import { createVenuePhotoKey, venuePhotoSize } from "#app/lib/event/venue-photos.ts";
import { toFileError } from "#app/operations/files.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { usageError } from "#app/operations/operation-error.ts";

interface VenuePhoto {
  key: string;
  store(): Promise<unknown>;
}

/** Cut and made small here: what was sent is never on a page. */
export async function readVenuePhoto({ env }: OperationContext, file: string): Promise<VenuePhoto> {
  const key = createVenuePhotoKey();
  const bytes = await shrink(readFile(file)).catch(() => {
    throw usageError(`${file} is not a picture: use a JPEG, PNG or WebP file.`);
  });
  const httpMetadata = { contentType: "image/webp" };
  return { key, store: () => env.AVATARS.put(key, bytes, { httpMetadata }) };
}

export async function deleteVenuePhoto({ env }: OperationContext, key: string | null): Promise<void> {
  if (key) await env.AVATARS.delete([key]);
}

async function shrink(bytes: Buffer): Promise<Uint8Array> {
  // Other commands start faster without it.
  const { default: sharp } = await import("sharp");
  const resized = sharp(bytes)
    .autoOrient()
    .resize({ ...venuePhotoSize, fit: "cover" });
  return resized.webp({ quality: 72 }).toBuffer();
}

function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw toFileError(error, file, "read");
  }
}
