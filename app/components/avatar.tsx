import { Mark } from "./table-drawing.tsx";

interface AvatarProps {
  src: string | null;
  name: string;
  className?: string;
}

/** A face, or the empty table that keeps the seat until there is one. */
export function Avatar({ src, name, className = "size-16" }: AvatarProps) {
  const round = `${className} rounded-round bg-sunk`;
  if (src) return <img src={src} alt={name} className={`${round} object-cover`} />;
  return (
    <span
      {...(name ? { role: "img", "aria-label": name } : { "aria-hidden": true })}
      className={`${round} grid place-items-center text-ink-3`}
    >
      <Mark className="size-3/5" />
    </span>
  );
}
