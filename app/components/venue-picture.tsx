import { venuePhotoAddress, venuePhotoSize } from "#app/lib/event/venue-photos.ts";
import { LogoMark } from "./table-drawing.tsx";

interface VenuePictureProps {
  id: string;
  /** The photo's key in the bucket. */
  photo: string | null;
  className?: string;
}

/** Shown next to the venue's name, so it needs no alternative text. */
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

interface StreetPlanDrawingProps {
  name: string;
  className: string;
  /** Fills the element around it, which can crop it. */
  isWide?: boolean;
}

/** Stands in for a map; it is drawn from the name. */
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

const planSize = 160;
/** The drawing is turned, so the lines reach beyond its edge. */
const margin = 50;

/** Makes up a street plan that is always the same for the same name. */
export function drawStreetPlan(name: string) {
  const random = createRandom(name);
  const between = (low: number, high: number) => Math.round(low + random() * (high - low));
  const columns = placeLines(() => between(27, 46));
  const rows = placeLines(() => between(20, 36));
  const vertical = (x: number) => `M${x} ${-margin}V${planSize + margin}`;
  const horizontal = (y: number) => `M${-margin} ${y}H${planSize + margin}`;
  const [avenueColumn, avenueRow] = [between(2, 4), between(3, 6)];
  const [left, right] = pickBlock(columns, random);
  const [top, bottom] = pickBlock(rows, random);
  const bend = between(-40, 40);
  const bank = random() < 0.5 ? between(4, 30) : between(130, 156);
  const isAcross = random() < 0.5;
  const [from, to] = [bank, bank + between(-16, 16)];
  return {
    angle: between(-18, 18),
    streets: [
      ...columns.filter((_, i) => i !== avenueColumn).map(vertical),
      ...rows.filter((_, i) => i !== avenueRow).map(horizontal),
    ].join(""),
    avenues: vertical(columns[avenueColumn] ?? 0) + horizontal(rows[avenueRow] ?? 0),
    park: { x: left, y: top, width: right - left, height: bottom - top },
    river: isAcross
      ? `M-10 ${from}C50 ${from + bend} 110 ${to - bend} 170 ${to}`
      : `M${from} -10C${from + bend} 50 ${to - bend} 110 ${to} 170`,
  };
}

function placeLines(nextGap: () => number): number[] {
  const lines = [-margin];
  for (let last = -margin; last < planSize + margin; ) {
    last += nextGap();
    lines.push(last);
  }
  return lines;
}

/** The lines around a block that is not near the edge. */
function pickBlock(lines: number[], random: () => number): [number, number] {
  const inside = lines.filter((line) => line > 30 && line < 105);
  const first = inside[Math.floor(random() * inside.length)] ?? 0;
  return [first, lines[lines.indexOf(first) + 1] ?? first];
}

/** FNV-1a for the seed, then mulberry32. */
export function createRandom(name: string): () => number {
  let state = 2_166_136_261;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
