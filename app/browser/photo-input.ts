/** Most photos fit with the first; noisy ones need a smaller square. */
const attempts = [
  [320, 0.85],
  [320, 0.7],
  [320, 0.5],
  [320, 0.3],
  [256, 0.3],
  [192, 0.3],
  [128, 0.3],
] as const;
const maxBytes = 20_000;

/** Crops to the middle square, turns it upright and drops all metadata. */
async function shrinkPhoto(file: File): Promise<File | undefined> {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  const croppedLength = Math.min(image.width, image.height);
  const [x, y] = [(image.width - croppedLength) / 2, (image.height - croppedLength) / 2];
  let blob: Blob | null = null;
  for (const [sideLength, quality] of attempts) {
    // Setting the size clears the canvas and its color.
    canvas.width = canvas.height = sideLength;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, sideLength, sideLength);
    context.drawImage(image, x, y, croppedLength, croppedLength, 0, 0, sideLength, sideLength);
    blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (!blob || blob.size <= maxBytes) break;
  }
  image.close();
  return blob ? new File([blob], "photo.jpg", { type: blob.type }) : undefined;
}

/** The identity page needs this besides every-page.ts: a chosen photo appears at once, and is made smaller before it is sent. */

const input = document.querySelector<HTMLInputElement>("[data-photo-input]");
const place = document.querySelector("[data-photo]");
const error = document.querySelector<HTMLElement>("[data-photo-error]");
if (input && place && error) {
  const saved = [...place.childNodes];
  input.onchange = async () => {
    const [chosen] = input.files ?? [];
    if (!chosen) return;
    const photo = await shrinkPhoto(chosen).catch(() => undefined);
    const files = new DataTransfer();
    if (photo) files.items.add(photo);
    input.files = files.files;
    place.replaceChildren(...(photo ? [showPhoto(photo)] : saved));
    error.hidden = photo !== undefined;
  };
  for (const face of document.querySelectorAll<HTMLInputElement>("[name=face]"))
    face.onchange = () => {
      const drawing = face.nextElementSibling?.firstElementChild?.cloneNode(true);
      if (drawing) place.querySelector("svg")?.replaceWith(drawing);
    };
}

function showPhoto(photo: File): HTMLImageElement {
  const image = new Image();
  image.src = URL.createObjectURL(photo);
  image.alt = "Your photo";
  image.className = "size-full bg-sunk object-cover";
  return image;
}
