/** What the identity page needs besides every-page.ts: a chosen photo is shown at once, and made smaller before it is sent. */
import { shrinkPhoto } from "./shrink-photo.ts";

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
}

function showPhoto(photo: File): HTMLImageElement {
  const image = new Image();
  image.src = URL.createObjectURL(photo);
  image.alt = "Your photo";
  image.className = "size-full bg-sunk object-cover";
  return image;
}
