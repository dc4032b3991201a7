import type { StopDrawing } from "#app/emails/template.ts";

/** Dark enough for light paper and light enough for dark paper: at least 3:1 on both. */
const ink = "#8a7d6b";
const you = "#d8503c";

/** Clockwise from the bottom, where the reader sits. */
const seats = Array.from({ length: 5 }, (_, i) => {
  const angle = ((90 + 72 * i) * Math.PI) / 180;
  return { x: Math.cos(angle), y: Math.sin(angle) };
});

const dot = (x: number, y: number, color: string, radius = 6.6) =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" fill="${color}"/>`;
const ring = (x: number, y: number, radius: number, width: number) =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" fill="none" stroke="${ink}" stroke-width="${width}"/>`;

const table = ring(50, 50, 25, 3);
const at = (i: number, distance = 40): [number, number] => {
  const { x, y } = seats[i] ?? { x: 0, y: 0 };
  return [50 + distance * x, 50 + distance * y];
};
const others = [1, 2, 3, 4];
const yourDot = dot(...at(0), you);
const takenSeats = others.map((i) => dot(...at(i), ink)).join("");
const fullTable = table + takenSeats + yourDot;

const drawings: Record<StopDrawing, string> = {
  booked: table + others.map((i) => ring(...at(i), 5.6, 2)).join("") + yourDot,
  table: fullTable,
  standby: `<g transform="translate(-7 -8)">${table}${takenSeats}${dot(...at(0), ink)}</g>${dot(87, 84, you)}`,
  clock: `${table}<path d="M50 35v16l11 8" fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round"/>`,
  dinner: `${fullTable}${seats.map((_, i) => ring(...at(i, 15.5), 4.6, 2)).join("")}${dot(50, 50, "#d9962c", 4)}`,
  "day-after": `${table}<path d="M${at(0).join()}L${at(2).join()}M${at(0).join()}L${at(4).join()}" stroke="${you}" stroke-width="3"/>${takenSeats}${yourDot}`,
};

/** As on the timeline of the pages, but in colors that stand on light and dark paper. */
export const drawStop = (name: StopDrawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="352" height="352" viewBox="0 0 100 100">${drawings[name]}</svg>`;
