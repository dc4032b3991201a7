import { drawStreetPlan, planSize } from "#app/lib/street-plan.ts";

/** A stand-in, not a map: drawn from the name. */
export function StreetPlanDrawing({ name, className }: { name: string; className: string }) {
  const { angle, streets, avenues, park, river } = drawStreetPlan(name);
  const center = planSize / 2;
  return (
    <svg
      viewBox={`0 0 ${planSize} ${planSize}`}
      width="76"
      height="76"
      fill="none"
      aria-hidden="true"
      className={`rounded-round bg-plan-block ${className}`}
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
