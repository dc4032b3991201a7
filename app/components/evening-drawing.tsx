import { type EveningFacts, moonPhase } from "#app/lib/event/evening.ts";
import { tableSize } from "#app/lib/table-size.ts";

interface EveningProps {
  evening: EveningFacts;
  /** One of the taken seats is the viewer's. */
  isYours?: boolean;
  /** Shows only the houses around the viewer’s window, and points to it. */
  isClose?: boolean;
  /** How much higher the sky is than on a card. */
  sky?: number;
  className?: string;
}

const width = 360;
const height = 112;
const ground = 102;
const maxHouses = 12;

/** A house is a table, a window a seat, a lit window a seat that is taken. The page says the same in words. */
export function Evening({
  evening,
  isYours = false,
  isClose = false,
  sky = 0,
  className = "",
}: EveningProps) {
  const { startsAt, hour, districts } = evening;
  const time = hour >= 5 && hour < 16 ? "day" : hour >= 16 && hour < 18 ? "dusk" : "night";
  const random = createRandom(districts.join());
  const hue = Math.floor(random() * 4);
  const { walls, roofs, windows, doors, lamps } = drawHouses(evening, random);
  const lit = countLit(evening, windows.length);
  const yours = isYours ? lit - 1 : lit;
  const [x = 0, y = 0] = readPoint(windows[yours]);
  const isPointed = isClose && yours < lit;
  const view = isPointed
    ? { left: Math.min(width - closeWidth, Math.max(0, x - closeWidth / 2)), width: closeWidth }
    : { left: 0, width };
  return (
    <svg
      viewBox={`${view.left} ${-sky} ${view.width} ${height + sky}`}
      preserveAspectRatio={isPointed ? "xMidYMax slice" : "xMinYMax slice"}
      aria-hidden="true"
      className={`evening evening-${time} evening-${hue} ${isPointed ? "evening-close" : ""} ${className}`}
    >
      {time === "night" && <path d={drawStars(createRandom(String(startsAt)))} className="evening-stars" />}
      {time === "day" ? (
        <circle cx={view.left + view.width * 0.82} cy="15" r="9" className="fill-saffron" />
      ) : (
        <Moon at={startsAt} view={view} />
      )}
      <path d={drawFarRoofs(random)} className="evening-far" />
      <g className="evening-walls">
        {walls.map((path, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: each color is drawn once
          <path key={i} d={path} className={wallColors[i]} />
        ))}
      </g>
      <path d={roofs} className="evening-roofs" />
      <path d={windows.slice(lit).join("")} className="evening-dark" />
      <path d={windows.slice(0, yours).join("")} className="evening-lit" />
      {isPointed && <circle cx={x} cy={y + 3.5} r="15" className="evening-glow" />}
      {yours < lit && <path d={windows[yours]} className="evening-lit evening-yours" />}
      {isPointed && (
        <g className="evening-sign">
          <path d={`M${x} ${y - 4}V19`} />
          <rect x={x - 13} y="5" width="26" height="14" rx="7" />
          <text x={x} y="15.2">
            You
          </text>
        </g>
      )}
      <path d={`M0 ${ground}h${width}v${height}H0z`} className="fill-night" />
      {time !== "day" && (
        <>
          <path d={doors} className="evening-doors" />
          <path d={lamps.map((x) => `M${x} ${ground}v-17`).join("")} className="evening-posts" />
          <path d={lamps.map((x) => `M${x} ${ground - 18}h.1`).join("")} className="evening-lamps" />
          <path d={lamps.map((x) => `M${x - 11} ${ground + 3}h22`).join("")} className="evening-light" />
        </>
      )}
    </svg>
  );
}

const closeWidth = 190;

/** Where a path begins. */
const readPoint = (path = "") => path.match(/\d+/g)?.map(Number) ?? [];

const wallColors = ["fill-wall-1", "fill-wall-2", "fill-wall-3", "fill-wall-4"];

/** In proportion where there are more seats than windows; one is dark while a seat is free. */
function countLit({ seats, taken }: EveningFacts, windowCount: number): number {
  if (taken >= seats) return windowCount;
  return Math.min(windowCount - 1, Math.ceil((taken * windowCount) / seats));
}

/** How many of the five windows are on each floor. */
const floorPlans = [
  [2, 3],
  [3, 2],
  [1, 2, 2],
  [2, 1, 2],
  [2, 2, 1],
];

function drawHouses({ seats }: EveningFacts, random: () => number) {
  const count = Math.min(maxHouses, Math.max(1, Math.ceil(seats / tableSize)));
  const pick = <Item,>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const step = Math.min(52, Math.floor((width - 16) / count));
  const start = Math.round((width - step * count) / 2);
  /** Between the houses; they are lit even if nobody comes. */
  const lamps: number[] = [];
  for (let x = (start % (2 * step)) - 2; x < width; x += 2 * step) if (x > 4) lamps.push(x);
  const walls = wallColors.map(() => "");
  const windows: string[] = [];
  let roofs = "";
  /** Lit like the lamps. */
  let doors = "";
  let color = 0;
  for (let i = 0; i < count; i++) {
    const floors = pick(floorPlans);
    const wide = step - 3 - Math.floor(random() * 4);
    const left = start + step * i;
    const top = ground - floors.length * 13 - 8 - Math.floor(random() * 12);
    const roof = pick(roofShapes)(wide);
    color = (color + 1 + Math.floor(random() * 3)) % walls.length;
    walls[color] += `M${left} ${ground}V${top}h${wide}V${ground}z`;
    roofs += `M${left} ${top}${roof}z`;
    doors += `M${Math.round(left + wide / 2)} ${ground}v-8`;
    for (const [floor, inRow] of floors.entries())
      for (let n = 0; n < inRow; n++) {
        const x = left + wide / 2 + ((n - (inRow - 1) / 2) * wide) / 3.4;
        windows.push(`M${Math.round(x)} ${top + 6 + floor * 13}v7`);
      }
  }
  return { walls, roofs, doors, windows: windows.slice(0, Math.max(1, seats)), lamps };
}

/** From the upper left corner of a wall to the right one: gable, mansard, dome, flat with a chimney, steps. */
const roofShapes: ((wide: number) => string)[] = [
  (wide) => `h-1l${wide / 2 + 1} -11l${wide / 2 + 1} 11`,
  (wide) => `l4 -9h${wide - 8}l4 9`,
  (wide) => `q${wide / 2} -21 ${wide} 0`,
  (wide) => `v-3h${wide - 9}v-6h4v6h5v3`,
  (wide) => `v-3h5v-4h5v-4h${wide - 20}v4h5v4h5v3`,
];

function drawFarRoofs(random: () => number): string {
  let path = `M0 ${ground}`;
  for (let x = 0; x < width; ) {
    const wide = 16 + Math.floor(random() * 24);
    path += `V${ground - 34 - Math.floor(random() * 20)}`;
    path += random() < 0.6 ? `l${wide / 2} -11l${wide / 2} 11` : `h${wide}`;
    x += wide;
  }
  return `${path}V${ground}z`;
}

const drawStars = (random: () => number) =>
  Array.from(
    { length: 16 },
    () => `M${Math.floor(random() * width)} ${4 + Math.floor(random() * 44)}h.1`,
  ).join("");

/** As the northern half of the world sees it. In the evening, a young moon is in the west, and a full one in the east. */
function Moon({ at, view }: { at: number; view: { left: number; width: number } }) {
  const phase = moonPhase(new Date(at));
  const [x, y, r] = [Math.round(view.left + view.width * (0.14 + 0.72 * Math.abs(1 - 2 * phase))), 22, 9];
  const isGrowing = phase < 0.5;
  const bend = Math.cos(2 * Math.PI * phase) * r;
  const edge = `A${Math.abs(bend).toFixed(1)} ${r} 0 0 ${isGrowing === bend < 0 ? 1 : 0} ${x} ${y - r}`;
  return (
    <>
      <circle cx={x} cy={y} r={r} className="fill-on-night opacity-15" />
      <path
        d={`M${x} ${y - r}A${r} ${r} 0 0 ${isGrowing ? 1 : 0} ${x} ${y + r}${edge}z`}
        className="fill-on-night"
      />
    </>
  );
}

/** FNV-1a for the seed, then mulberry32. */
function createRandom(name: string): () => number {
  let state = 2_166_136_261;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
