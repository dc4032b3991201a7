import { venuePhotoAddress, venuePhotoSize } from "#app/lib/event/venue-photos.ts";
import { StreetPlanDrawing } from "./street-plan-drawing.tsx";
import { LogoMark } from "./table-drawing.tsx";

interface VenuePictureProps {
  id: string;
  /** Its key in the bucket. */
  photo: string | null;
  className?: string;
}

/** Beside the venue's name, which says all that there is to say. */
export function VenuePicture({ id, photo, className = "" }: VenuePictureProps) {
  const shape = `w-full overflow-hidden rounded-paper ${className}`;
  if (photo)
    return (
      <img
        src={venuePhotoAddress(photo)}
        alt=""
        {...venuePhotoSize}
        className={`${shape} bg-sunk object-cover`}
      />
    );
  return (
    <div aria-hidden="true" className={`${shape} relative grid place-items-center`}>
      <StreetPlanDrawing name={id} isWide className="absolute inset-0 size-full" />
      <span className="relative grid size-10 place-items-center rounded-round bg-green text-on-green outline-8 outline-green/25 [--you:var(--color-coral)]">
        <LogoMark className="size-7" />
      </span>
    </div>
  );
}
