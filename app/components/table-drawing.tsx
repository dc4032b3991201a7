/** The five places around the table, yours first, at the bottom; the umlaut of Ö on top. */
const angles = [90, 162, 234, 306, 18];

function seatsAt(distance: number) {
  return angles.map((angle) => {
    const radians = (angle * Math.PI) / 180;
    const round = (n: number) => Math.round(n * 100) / 100;
    return { x: round(50 + distance * Math.cos(radians)), y: round(50 + distance * Math.sin(radians)) };
  });
}

const markSeats = seatsAt(38);
const tableSeats = seatsAt(40);

const you = "fill-(--you,var(--color-paprika))";

export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 100 100" width="34" height="34" aria-hidden="true" className={className}>
      <circle cx="50" cy="50" r="19" fill="none" stroke="currentColor" strokeWidth="5" />
      {markSeats.map(({ x, y }, i) => (
        <circle key={x} cx={x} cy={y} r="9.2" className={i === 0 ? you : "fill-current"} />
      ))}
    </svg>
  );
}

export type Seat = "you" | "taken" | "free";

/** What a booking looks like from above. */
export const tables = {
  pending: ["you", "free", "free", "free", "free"],
  confirmed: ["you", "taken", "taken", "taken", "taken"],
  canceled: ["free", "free", "free", "free", "free"],
} satisfies Record<string, Seat[]>;

/** You, and so many others. */
export const seatsAround = (guests: number): Seat[] =>
  angles.map((_, i) => (i === 0 ? "you" : i <= guests ? "taken" : "free"));

interface TableProps {
  seats: Seat[];
  className?: string;
  stroke?: number;
  /** Plates and a candle: dinner is on. */
  laid?: boolean;
  /** The dots light up one after the other. */
  waiting?: boolean;
}

const delays = [
  "",
  "[animation-delay:180ms]",
  "[animation-delay:360ms]",
  "[animation-delay:540ms]",
  "[animation-delay:720ms]",
];

export function Table({ seats, className, stroke = 1.5, laid = false, waiting = false }: TableProps) {
  return (
    <svg viewBox="0 0 100 100" width="88" height="88" aria-hidden="true" className={className}>
      <circle cx="50" cy="50" r="25" fill="none" stroke="currentColor" strokeWidth={stroke} />
      {tableSeats.map(({ x, y }, i) => {
        const seat = seats[i] ?? "free";
        const motion = waiting ? `animate-seat ${delays[i]}` : "";
        return seat === "free" ? (
          <circle
            key={x}
            cx={x}
            cy={y}
            r={6.6 - stroke / 4}
            fill="none"
            stroke="currentColor"
            strokeWidth={stroke / 2}
            className={motion}
          />
        ) : (
          <circle
            key={x}
            cx={x}
            cy={y}
            r="6.6"
            className={`${seat === "you" ? you : "fill-current"} ${motion}`}
          />
        );
      })}
      {laid && <Dinner />}
    </svg>
  );
}

const farSeats = seatsAt(45.6);

/** A table wide enough to have something in its middle. */
export function TableAround({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className={className}>
      <circle cx="50" cy="50" r="37" fill="none" stroke="currentColor" strokeWidth="0.8" />
      {farSeats.map(({ x, y }, i) => (
        <circle key={x} cx={x} cy={y} r="3.6" className={i === 0 ? you : "fill-current"} />
      ))}
    </svg>
  );
}

/** The table itself, laid, where the people around it are shown by their faces. */
export function LaidTable({ className }: { className?: string }) {
  return (
    <svg viewBox="20 20 60 60" aria-hidden="true" className={className}>
      <circle cx="50" cy="50" r="25" fill="none" stroke="currentColor" />
      <Dinner />
    </svg>
  );
}

const plates = seatsAt(15.5);

function Dinner() {
  return (
    <>
      {plates.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r="5" fill="none" stroke="currentColor" strokeWidth="1.1" />
      ))}
      <circle cx="50" cy="50" r="6" className="fill-candle opacity-35" />
      <circle cx="50" cy="50" r="2.8" className="fill-saffron" />
    </>
  );
}
