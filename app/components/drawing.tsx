import { type DrawnFace, drawFace } from "#app/lib/account/draw-face.ts";

interface DrawingProps {
  drawn: DrawnFace;
  className?: string;
  /** Where no name stands beside it. */
  label?: string;
}

/** The parent sets its size. */
export const Drawing = ({ drawn, className = "", label }: DrawingProps) => (
  <span
    className={`drawn ${className}`}
    {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
  >
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of constants */}
    <svg viewBox="0 0 100 100" dangerouslySetInnerHTML={{ __html: drawFace(drawn) }} />
  </span>
);
