import photoScript from "#app/browser/photo-input.ts?worker&url";
import { Banner } from "#app/components/banner.tsx";
import { Drawing } from "#app/components/drawing.tsx";
import { Icon } from "#app/components/icon.tsx";
import { PageScript } from "#app/components/page.tsx";
import { seatPositions, yourSeatClass } from "#app/components/table-drawing.tsx";
import type { DrawnFace } from "#app/lib/account/draw-face.ts";
import { imageErrors } from "#app/lib/error-messages.ts";

interface PhotoInputProps {
  savedUrl: string | null;
  /** Null if there is a photo that can't be shown. */
  drawn: DrawnFace | null;
  /** A chosen photo that was not saved, as a data URL, because a browser can't choose a file again by itself. */
  keptPhoto: string | null;
  types: string[];
}

/** `/avatars/:file` answers with the default avatar if no photo has that name. */
const defaultAvatar = "/avatars/default";
const photoName = "Your photo";
const noPhoto = "No photo yet";

/** `browser/photo-input.ts` shows a chosen photo at once and makes it smaller before it is sent. */
export function PhotoInput({ savedUrl, drawn, keptPhoto, types }: PhotoInputProps) {
  const shownUrl = keptPhoto ?? savedUrl;
  return (
    <div className="grid justify-items-center gap-3">
      {keptPhoto && <input type="hidden" name="keptPhoto" value={keptPhoto} />}
      <input
        id="photo"
        type="file"
        name="photo"
        accept={types.join()}
        aria-label={shownUrl ? "Change your photo" : "Add a photo"}
        data-photo-input
        className="peer order-last sr-only noscript:not-sr-only noscript:w-56 noscript:text-label"
      />
      <label
        htmlFor="photo"
        className="group relative grid size-[min(14rem,60vw)] cursor-pointer place-items-center rounded-round peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-(--focus-ring)"
      >
        <TableRing />
        <span className="relative grid size-[min(9rem,38.6vw)] overflow-hidden rounded-round">
          <span data-photo className="grid size-full *:min-h-0">
            {shownUrl ? (
              <img src={shownUrl} alt={photoName} className="size-full bg-sunk object-cover" />
            ) : drawn ? (
              <Drawing
                drawn={drawn}
                className="size-full [&>svg]:-translate-y-[9%] [&>svg]:overflow-visible"
                label={noPhoto}
              />
            ) : (
              <img src={defaultAvatar} alt={noPhoto} className="size-full bg-sunk object-cover" />
            )}
          </span>
        </span>
        <span className="absolute right-[17%] bottom-[17%] grid size-12 place-items-center rounded-round bg-night text-on-night shadow-card transition-transform group-hover:scale-108">
          <Icon name="camera" />
        </span>
      </label>
      <p className="text-small text-ink-2">To update your photo, click on it</p>
      <div data-photo-error hidden>
        <Banner variant="error">{imageErrors.type}</Banner>
      </div>
      <PageScript src={photoScript} />
    </div>
  );
}

const ringSeats = seatPositions(45.6);

/** Draws a table with room for a photo in the middle. */
const TableRing = () => (
  <svg viewBox="0 0 100 100" aria-hidden="true" className="absolute inset-0 size-full">
    <circle cx="50" cy="50" r="37" fill="none" stroke="currentColor" strokeWidth="0.8" />
    {ringSeats.map(({ x, y }, i) => (
      <circle key={x} cx={x} cy={y} r="3.6" className={i === 0 ? yourSeatClass : "fill-current"} />
    ))}
  </svg>
);
