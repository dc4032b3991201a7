import { type CleanImage, cleanImage } from "#app/images/clean-image.ts";
import { shrinkImage } from "#app/images/shrink-image.ts";
import { describeError, log } from "#app/log.ts";

/** The page has it twice. */
const maxKeptBytes = 1_000_000;

/** The photo that was sent with the form: a file, or what an earlier page kept of it. */
export async function readPhoto(form: FormData): Promise<Uint8Array | undefined> {
  const [file, kept] = [form.get("photo"), form.get("keptPhoto")];
  if (file instanceof File && file.size > 0) return new Uint8Array(await file.arrayBuffer());
  const [, data] = typeof kept === "string" ? kept.split(";base64,") : [];
  return data ? new Uint8Array(Buffer.from(data, "base64")) : undefined;
}

/** The photo of a form that was not saved, for the page that asks to try again. */
export async function keepPhoto(form: FormData, { IMAGES }: Env): Promise<string | null> {
  const bytes = await readPhoto(form);
  const sent = bytes && cleanImage(bytes);
  if (!sent || typeof sent === "string") return null;
  if (!IMAGES) return toDataUrl(sent);
  const image = await shrinkImage(IMAGES, sent).catch((error) => {
    log("warning", "photo not kept", { error: describeError(error) });
    return undefined;
  });
  return toDataUrl(image);
}

/** For the page, if it is not too large for that. */
export function toDataUrl(image: CleanImage | undefined): string | null {
  if (!image || image.bytes.length > maxKeptBytes) return null;
  return `data:${image.type};base64,${Buffer.from(image.bytes).toString("base64")}`;
}
