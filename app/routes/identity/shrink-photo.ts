const sideLength = 320;
/** Most photos fit with the first. */
const qualities = [0.85, 0.7, 0.5, 0.3];
const maxBytes = 20_000;

/** Crops to the middle square, turns it upright and drops all metadata. */
export async function shrinkPhoto(file: File): Promise<File | undefined> {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = sideLength;
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  const croppedLength = Math.min(image.width, image.height);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, sideLength, sideLength);
  const [x, y] = [(image.width - croppedLength) / 2, (image.height - croppedLength) / 2];
  context.drawImage(image, x, y, croppedLength, croppedLength, 0, 0, sideLength, sideLength);
  image.close();
  let blob: Blob | null = null;
  for (const quality of qualities) {
    blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (!blob || blob.size <= maxBytes) break;
  }
  return blob ? new File([blob], "photo.jpg", { type: blob.type }) : undefined;
}
