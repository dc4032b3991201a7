import { type DrawnFace, drawFace } from "#app/lib/account/draw-face.ts";
import { tableSize } from "#app/lib/table-size.ts";

interface DrawingProps {
  drawn: DrawnFace;
  seat: number;
  className?: string;
  /** Where no name stands beside it. */
  label?: string;
}

/** A drawn face on the ground of its seat. The parent sets its size. */
export const Drawing = ({ drawn, seat, className = "", label }: DrawingProps) => (
  <span
    className={`drawn drawn-${seat % tableSize} ${className}`}
    {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
  >
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of constants */}
    <svg viewBox="0 0 100 100" dangerouslySetInnerHTML={{ __html: drawFace(drawn) }} />
  </span>
);
