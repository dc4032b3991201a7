import { type ChangeEvent, useState } from "react";
import { Avatar } from "#app/components/avatar.tsx";
import { Banner } from "#app/components/banner.tsx";
import { Icon } from "#app/components/icon.tsx";
import { TableAround } from "#app/components/table-drawing.tsx";
import { imageRefusals } from "#app/images/image-errors.ts";
import { shrinkPhoto } from "./shrink-photo.ts";

interface PhotoInputProps {
  saved: string | null;
  types: string[];
}

/** Your face in the middle of the table. What is chosen is seen at once, and shrunk before it is sent. */
export function PhotoInput({ saved, types }: PhotoInputProps) {
  const [preview, setPreview] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const face = preview ?? saved;

  async function onChange({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = input.files ?? [];
    if (!chosen) return;
    const files = new DataTransfer();
    const photo = await shrinkPhoto(chosen).catch(() => undefined);
    if (photo) files.items.add(photo);
    input.files = files.files;
    setPreview(photo ? URL.createObjectURL(photo) : null);
    setProblem(photo ? null : imageRefusals.type);
  }

  return (
    <div className="grid justify-items-center gap-3">
      <input
        id="photo"
        type="file"
        name="photo"
        accept={types.join()}
        aria-label="Change your photo"
        onChange={onChange}
        className="peer order-last sr-only noscript:not-sr-only noscript:w-56 noscript:text-label"
      />
      <label
        htmlFor="photo"
        className="group relative grid size-56 cursor-pointer place-items-center rounded-round peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-(--focus-ring)"
      >
        <TableAround className="absolute inset-0 size-full" />
        <span className="relative grid size-36 overflow-hidden rounded-round">
          {face && <Avatar src={face} name="Your photo" className="size-36" />}
          <span
            className={`absolute inset-x-0 bottom-0 grid place-items-center transition-colors ${face ? "h-[36%] bg-scrim text-on-night group-hover:bg-night" : "h-full bg-sunk text-ink-2 group-hover:text-ink"}`}
          >
            <Icon name="camera" className={face ? "size-6" : "size-9"} />
          </span>
        </span>
      </label>
      <p className="text-small text-ink-2">To update your photo, click on it</p>
      {problem && <Banner look="error">{problem}</Banner>}
    </div>
  );
}
