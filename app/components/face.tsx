interface FaceProps {
  /** Shown beside it, too. */
  name: string;
  photo: string | null;
  /** 0 is the viewer's, so that no table has a color twice. */
  seat: number;
  className?: string;
}

/** Paprika is only for the viewer. */
const colors = ["bg-paprika", "bg-face-1", "bg-face-2", "bg-face-3", "bg-face-4"];

const segmenter = new Intl.Segmenter("en");

const readInitial = (name: string) =>
  segmenter.segment(name.trim()).containing(0)?.segment.toUpperCase() ?? "";

/** `/avatars/:file` answers with the default avatar where no photo has that name. */
export const defaultAvatar = "/avatars/default";

/** A photo, the first letter of the name, or without a name the default avatar. Its size is up to the place. */
export function Face({ name, photo, seat, className = "" }: FaceProps) {
  const shape = `face rounded-round ${seat === 0 ? "face-you" : ""} ${className}`;
  const picture = photo ?? (readInitial(name) ? null : defaultAvatar);
  if (picture)
    return <img src={picture} alt="" width="112" height="112" className={`${shape} bg-sunk object-cover`} />;
  return (
    <span
      aria-hidden="true"
      className={`${shape} display grid place-items-center pb-[0.06em] leading-none text-on-paprika ${colors[seat % colors.length]}`}
    >
      {readInitial(name)}
    </span>
  );
}
