import { drawStreetPlan, planSize } from "./street-plan.ts";

interface StreetPlanDrawingProps {
  name: string;
  className: string;
  /** Fills its place, of which it may show a part. */
  isWide?: boolean;
}

/** A stand-in, not a map: drawn from the name. */
export function StreetPlanDrawing({ name, className, isWide = false }: StreetPlanDrawingProps) {
  const { angle, streets, avenues, park, river } = drawStreetPlan(name);
  const center = planSize / 2;
  return (
    <svg
      viewBox={isWide ? `0 ${center / 2} ${planSize} ${center}` : `0 0 ${planSize} ${planSize}`}
      preserveAspectRatio={isWide ? "xMidYMid slice" : undefined}
      width="76"
      height="76"
      fill="none"
      aria-hidden="true"
      className={`bg-plan-block ${className}`}
    >
      <g transform={`rotate(${angle} ${center} ${center})`}>
        <rect {...park} className="fill-plan-park" />
        <path d={streets} strokeWidth="5" className="stroke-plan-street" />
        <path d={avenues} strokeWidth="9" className="stroke-plan-street" />
      </g>
      <path d={river} strokeWidth="30" className="stroke-plan-river" />
    </svg>
  );
}
