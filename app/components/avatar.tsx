import { LogoMark } from "./table-drawing.tsx";

interface AvatarProps {
  src: string | null;
  name: string;
  className?: string;
}

export function Avatar({ src, name, className = "size-16" }: AvatarProps) {
  const roundClass = `${className} rounded-round bg-sunk`;
  if (src) return <img src={src} alt={name} className={`${roundClass} object-cover`} />;
  return (
    <span
      {...(name ? { role: "img", "aria-label": name } : { "aria-hidden": true })}
      className={`${roundClass} grid place-items-center text-ink-3`}
    >
      <LogoMark className="size-3/5" />
    </span>
  );
}
