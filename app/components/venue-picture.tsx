import { venuePhotoAddress, venuePhotoSize } from "#app/lib/event/venue-photos.ts";

interface VenuePictureProps {
  /** The photo's key in the bucket. */
  photo: string;
  className: string;
}

/** Shown next to the venue's name, so it needs no alternative text. */
export const VenuePicture = ({ photo, className }: VenuePictureProps) => (
  <img
    src={venuePhotoAddress(photo)}
    alt=""
    {...venuePhotoSize}
    className={`w-full rounded-paper bg-sunk object-cover ${className}`}
  />
);
