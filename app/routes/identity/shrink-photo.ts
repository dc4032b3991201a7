const side = 512;

/** The middle of a picture, square and small, upright and with nothing but pixels in it. */
export async function shrinkPhoto(file: File): Promise<File | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const brush = canvas.getContext("2d");
  if (!brush) return undefined;
  const edge = Math.min(picture.width, picture.height);
  brush.fillStyle = "#fff";
  brush.fillRect(0, 0, side, side);
  const [x, y] = [(picture.width - edge) / 2, (picture.height - edge) / 2];
  brush.drawImage(picture, x, y, edge, edge, 0, 0, side, side);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
  return blob ? new File([blob], "photo.jpg", { type: blob.type }) : undefined;
}
