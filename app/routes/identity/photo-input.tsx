import { type ChangeEvent, useState } from "react";
import { Avatar } from "#app/components/avatar.tsx";
import { Icon } from "#app/components/icon.tsx";
import { TableAround } from "#app/components/mark.tsx";
import { shrinkPhoto } from "./shrink-photo.ts";

interface PhotoInputProps {
  saved: string | null;
  types: string[];
}

/** Your face in the middle of the table. What is chosen is seen at once, and shrunk before it is sent. */
export function PhotoInput({ saved, types }: PhotoInputProps) {
  const [preview, setPreview] = useState<string | null>(null);

  async function onChange({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = input.files ?? [];
    if (!chosen) return;
    const photo = await shrinkPhoto(chosen).catch(() => undefined);
    if (photo) {
      const files = new DataTransfer();
      files.items.add(photo);
      input.files = files.files;
    }
    setPreview(URL.createObjectURL(photo ?? chosen));
  }

  return (
    <div className="grid justify-items-center gap-3">
      <input
        id="photo"
        type="file"
        name="photo"
        accept={types.join()}
        aria-label="Photo"
        onChange={onChange}
        className="peer order-last sr-only noscript:not-sr-only noscript:max-w-full noscript:text-label"
      />
      <label
        htmlFor="photo"
        className="group relative grid size-56 cursor-pointer place-items-center rounded-round peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-(--focus-ring)"
      >
        <TableAround className="absolute inset-0 size-full" />
        <span className="relative grid size-36 overflow-hidden rounded-round">
          <Avatar src={preview ?? saved} name="Your photo" className="size-36" />
          <span className="absolute inset-x-0 bottom-0 grid h-[36%] place-items-center bg-scrim text-on-night transition-colors group-hover:bg-night">
            <Icon name="camera" className="size-6" />
          </span>
        </span>
      </label>
      <p className="text-small text-ink-2">To update your photo, click on it</p>
    </div>
  );
}
